import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { translationsIn } from './translations.ts'

const t = translationsIn('en')

/** Confirms by the password, in the dialog that a call opened. */
export async function confirmByPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('security:confirm.title') })
  await dialog.getByLabel(t('account:confirm_password'), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}
