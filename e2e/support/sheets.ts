import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** The margin that browsers leave at each edge of a sheet. */
const EDGE = '0.4in'
const margin = { top: EDGE, right: EDGE, bottom: EDGE, left: EDGE }

/** The page as it is prints on one sheet of paper, in both usual sizes. */
export async function expectOneSheet(page: Page): Promise<void> {
  for (const format of ['Letter', 'A4'] as const) {
    const sheets = (await page.pdf({ format, margin })).toString('latin1')
    expect(sheets.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1)
  }
}
