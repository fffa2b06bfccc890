// rule: review-edit, review-fields
import { expect } from '@playwright/test'
import { expectAccessible, test } from '../../support/journey.ts'
import { photo } from '../../support/profile-form.ts'
import { fillIn, newClient, openForm, reviewsOf } from './review-page.ts'

test('a client answers questions, adds a photo, and edits the review once', async ({ page }) => {
  await newClient(page, 'Sable')
  await page.goto('/professional/lucia-hernandez')
  const form = await openForm(page)
  await fillIn(page)
  await form.getByLabel('On time?').selectOption('Yes')
  await form.getByLabel('Add photos').setInputFiles(await photo('room.jpg'))
  await expect(form.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Submit Review' }).click()
  const shown = reviewsOf(page).getByRole('listitem').filter({ hasText: 'Sable J.' })
  await expect(shown).toContainText('On time')
  await shown.getByRole('button', { name: 'Photo 1 by Sable J.' }).click()
  const lightbox = page.getByRole('dialog', { name: 'Photos' })
  await expect(lightbox.getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()

  const own = page.getByRole('region', { name: 'Your review' })
  await own.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit your review' })
  await dialog.getByLabel('Title', { exact: true }).fill('A very calm house')
  await dialog.getByLabel('On time?').selectOption('No')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(shown).toContainText('A very calm house')
  await expect(shown).toContainText('Not on time')
  await expect(shown).toContainText(/Edited on/)
  await expect(own.getByRole('button', { name: 'Edit', exact: true })).toBeHidden()
  await own.getByRole('button', { name: 'Before the edit' }).click()
  const versions = page.getByRole('dialog', { name: 'What the review said' })
  await expect(versions.getByRole('listitem')).toHaveText([/A very calm house/, /A calm house/])
})
