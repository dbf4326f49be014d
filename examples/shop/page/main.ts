import { graphql } from './generated/gql.ts';
import type { RevenueQuery } from './generated/graphql.ts';

const Revenue = graphql(`
  query Revenue($since: Date) {
    revenueByDay(since: $since) { rows { day revenue orders } }
  }
`);

async function ask(url: string, key: string, since: string): Promise<RevenueQuery> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-KEY': key },
    body: JSON.stringify({ query: Revenue, variables: { since } }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

/** Revenue is text with all its digits: it becomes a number for the height of its bar alone. */
function draw({ revenueByDay }: RevenueQuery): void {
  const days = revenueByDay?.rows ?? [];
  const highest = Math.max(...days.map(({ revenue }) => Number(revenue)));
  const bars = days.map(({ day, revenue, orders }) => {
    const bar = document.createElement('li');
    bar.style.height = `${(100 * Number(revenue)) / highest}%`;
    bar.title = `${day}: ${revenue} in ${orders} orders`;
    return bar;
  });
  document.querySelector('ol')?.replaceChildren(...bars);
}

document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = new FormData(event.currentTarget as HTMLFormElement);
  const [url = '', key = '', since = ''] = [...form.values()].map(String);
  const say = (text: string) => document.querySelector('p')?.replaceChildren(text);
  say('');
  ask(url, key, since).then(draw, (error: Error) => say(error.message));
});
