/**
 * GraphiQL's row of tabs, put by the build where `@graphiql/react` imports framer-motion's `Reorder`: the same two
 * components with the browser's own drag and drop. Framer-motion loses clicks during its animations, is an eighth of the
 * page, and its markup nests buttons in tabs.
 */
import {
  Children,
  type ComponentPropsWithRef,
  cloneElement,
  createContext,
  type DragEvent,
  isValidElement,
  type KeyboardEvent,
  type ReactElement,
  use,
} from 'react';

interface Order {
  readonly values: readonly unknown[];
  readonly onReorder: (values: readonly unknown[]) => void;
}

interface GroupProps extends ComponentPropsWithRef<'ul'>, Order {
  readonly axis: string;
}

interface ItemProps extends Omit<ComponentPropsWithRef<'li'>, 'value'> {
  readonly value: unknown;
  readonly dragElastic: unknown;
  readonly dragConstraints: unknown;
}

const OrderContext = createContext<Order>({ values: [], onReorder() {} });

/** The tab that is being dragged. */
let dragged: unknown;

/** The components that `@graphiql/react` takes from framer-motion. */
export const Reorder = { Group, Item };

function Group({ values, onReorder, axis: _, ...props }: GroupProps) {
  return (
    <OrderContext value={{ values, onReorder }}>
      <ul {...props} />
    </OrderContext>
  );
}

function Item({ value, dragElastic: _, dragConstraints: __, children, ...props }: ItemProps) {
  const { values, onReorder } = use(OrderContext);
  const { 'aria-selected': isSelected, role: ___, ...rest } = props;
  const [button, close] = Children.toArray(children).filter((one) =>
    isValidElement<ComponentPropsWithRef<'button'>>(one),
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tab inside takes the keys; this only drags.
    <li
      {...rest}
      role="presentation"
      draggable
      onDragStart={() => {
        dragged = value;
      }}
      onDragEnter={() => {
        if (dragged !== value && values.includes(dragged)) onReorder(moved(values, dragged, value));
      }}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDragEnd={() => {
        dragged = undefined;
      }}
    >
      {button && asTab(button, isSelected === true)}
      {/* A tab list may contain nothing but tabs: the button is for pointers, the key Delete for everybody. */}
      {close && cloneElement(close, { tabIndex: -1, 'aria-hidden': true })}
    </li>
  );
}

function asTab(button: ReactElement<ComponentPropsWithRef<'button'>>, isSelected: boolean) {
  return cloneElement(button, {
    role: 'tab',
    'aria-selected': isSelected,
    tabIndex: isSelected ? 0 : -1,
    onKeyDown,
    ref: isSelected ? showTab : null,
  });
}

/** Scrolls the row of tabs, where it is too narrow for all, to the selected one. */
function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** The keys of a tab list: arrows, Home and End show another tab, Delete closes one. */
function onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void {
  const tab = event.currentTarget;
  if (event.key === 'Delete') {
    tab.parentElement?.querySelector<HTMLElement>('.graphiql-tab-close')?.click();
    return;
  }
  const tabs = [...(tab.closest('ul')?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
  const to = {
    ArrowLeft: -1,
    ArrowRight: 1,
    Home: -tabs.indexOf(tab),
    End: -tabs.indexOf(tab) - 1,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = tabs.at((tabs.indexOf(tab) + to) % tabs.length);
  next?.focus();
  next?.click();
}

function moved(values: readonly unknown[], from: unknown, to: unknown): readonly unknown[] {
  const others = values.filter((one) => one !== from);
  const at = values.indexOf(to);
  return [...others.slice(0, at), from, ...others.slice(at)];
}
