import type { Page } from '@playwright/test'

/** Opens a closed row of a screen by its heading, as a press does, and answers what is in it. */
export async function openGroup(page: Page, title: string) {
  const group = page.getByRole('region', { name: title, exact: true })
  await group.locator('summary').first().waitFor()
  const closed = group.locator('details:not([open]) > summary')
  if ((await closed.count()) > 0) await closed.first().click()
  return group
}

/** Opens every closed row of the screen. */
export async function openGroups(page: Page) {
  const closed = page.locator('main section > details:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().press('Enter')
}
