import type { Locator, Page } from 'playwright-core';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { loadProject } from '../../../src/project/load-project.ts';
import { openShop, type ShopChange } from '../../examples/shop/open-shop.ts';
import { foreignFolder } from '../../support/foreign-project.ts';
import { type Gateway, gateway } from '../../support/gateway.ts';
import { listen } from '../../support/http-server.ts';

/** A gateway that listens. */
export interface OpenedGateway extends Gateway {
  readonly url: string;
}

/** A gateway over the shop. */
export async function listeningShop(change: ShopChange = {}): Promise<OpenedGateway> {
  return listening(await openShop(change));
}

/** A gateway over a project of these endpoints alone, by name. */
export async function listeningProject(
  endpoints: Readonly<Record<string, string>>,
): Promise<OpenedGateway> {
  const project = await loadProject(foreignFolder(endpoints));
  return listening(await gateway({ endpoints: prepareEndpoints(project) }));
}

/** The gateway, at an address. */
export async function listening(opened: Gateway): Promise<OpenedGateway> {
  return { ...opened, url: `http://127.0.0.1:${await listen(opened.app)}` };
}

/** Opens a place of the catalogue with a key in the tab. */
export async function openPlace(page: Page, url: string, key: string, place = ''): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('fieldstone-key', '${key}')`);
  await page.goto(`${url}/#/${place}`);
  await page.locator('main h1').waitFor();
}

/** The cells of the rows that are rendered, a list a row. */
export async function cellsOf(page: Page): Promise<readonly (readonly string[])[]> {
  await page.locator('.scroller td').first().waitFor();
  const rows = await page.locator('.scroller tbody tr[aria-rowindex]').all();
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
}

/** The field of a parameter. */
export function field(page: Page, name: string): Locator {
  return page.locator('.field', { has: page.locator(`.name:text-is("${name}")`) });
}

/** What a button put into the clipboard. */
export async function copied(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('button', { name: button.replace('Copy', 'Copied'), exact: true }).waitFor();
  return page.evaluate('navigator.clipboard.readText()');
}

/** Permissions of a context whose clipboard is read. */
export const CLIPBOARD = ['clipboard-read', 'clipboard-write'];
