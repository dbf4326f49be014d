import { useSyncExternalStore } from 'react';
import { printRoute, type Route, readRoute } from './route.ts';

const CHANGED = 'fieldstone-route';

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  addEventListener(CHANGED, listener);
  return () => {
    removeEventListener('hashchange', listener);
    removeEventListener(CHANGED, listener);
  };
}

let last = { fragment: '', route: readRoute('') };

function current(): Route {
  const fragment = location.hash;
  if (last.fragment !== fragment) last = { fragment, route: readRoute(fragment) };
  return last.route;
}

/** The place that the address says. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, current);
}

/** Goes to a place, as a new entry of the history. */
export function openRoute(route: Route): void {
  location.hash = printRoute(route);
}

/** Changes the address of the place that is displayed. */
export function replaceRoute(route: Route): void {
  const fragment = printRoute(route);
  if (fragment === location.hash) return;
  history.replaceState(null, '', fragment);
  dispatchEvent(new Event(CHANGED));
}
