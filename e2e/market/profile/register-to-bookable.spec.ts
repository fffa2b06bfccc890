// rule: profile-form-screen, profile-checks, setup-checklist
import { expect } from '@playwright/test'
import type { Locator } from '@playwright/test'
import { expectAccessible, newEmail, test } from '../../support/journey.ts'
import { formFields, newProfessional, PASSWORD, photo } from '../../support/profile-form.ts'
import { translationsIn } from '../../support/translations.ts'

const t = translationsIn('en')
const PRESSES_MAX = 14
const PART_PX_MAX = 1300

// Playwright's recorder requests the previews that it sees.
test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  expected: [/'blob:.*connect-src/],
})

test('on a phone a professional is bookable 14 presses after the registration form', async ({
  page,
}) => {
  let presses = 0
  const press = async (control: Locator) => {
    presses += 1
    await control.tap()
  }
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const partHeight = () => page.evaluate(() => document.documentElement.scrollHeight)

  await page.goto('/register?role=professional')
  await field(t('identity:first_name')).fill('Robin')
  await field(t('identity:last_name')).fill('Journey')
  await field(t('identity:email')).fill(newEmail())
  await field(t('identity:phone')).fill('617-555-0142')
  await field(t('identity:password')).fill(PASSWORD)
  await press(page.getByRole('button', { name: t('identity:register.submit') }))
  await press(page.getByRole('link', { name: t('dashboard:state.write_profile') }))

  const fields = formFields(page, t)
  await expect(fields.name).toHaveValue('Robin Journey')
  expect(await partHeight()).toBeLessThan(PART_PX_MAX)
  presses += 1
  await fields.portrait.setInputFiles(await photo('me.jpg'))
  await fields.bio.fill('Careful, on time, with my own supplies.')
  await press(fields.next('services'))
  await expect(page.getByText('2 of 4', { exact: true })).toBeVisible()
  await fields.rate.fill('38.50')
  await press(fields.service('standard'))
  expect(await partHeight()).toBeLessThan(PART_PX_MAX)
  await press(fields.next('where'))
  await fields.areas.fill('02118')
  await press(fields.place(/02118/))
  expect(await partHeight()).toBeLessThan(PART_PX_MAX)
  await press(fields.next('photos'))
  expect(await partHeight()).toBeLessThan(PART_PX_MAX)
  await expectAccessible(page)
  await press(fields.create)

  const prompt = page.getByRole('dialog', { name: 'Perfil Criado com Sucesso!' })
  await press(prompt.getByRole('button', { name: 'Ativar Conta - $19,90/mês' }))
  await press(page.getByRole('button', { name: /^Pay / }))
  const steps = page.getByRole('region', { name: t('today:setup.title') })
  await press(steps.getByRole('link', { name: t('today:setup.hours') }))
  await press(page.getByRole('button', { name: t('time:plan.weekdays') }))
  await expect(page.getByText(t('time:saved'), { exact: true }).last()).toBeVisible()
  expect(presses).toBeLessThanOrEqual(PRESSES_MAX)
})

test('on a phone every part with an error is marked, and the first one opens at its field', async ({
  page,
}) => {
  await newProfessional(page)
  await page.goto('/dashboard/profile')
  const fields = formFields(page, t)
  const parts = page.getByRole('navigation', { name: t('profile:parts.label') })
  const wrong = parts.getByRole('button', { name: t('profile:parts.wrong') })
  await fields.part('photos').tap()
  await fields.create.tap()
  await expect(fields.bio).toBeFocused()
  await expect(fields.part('you')).toHaveAttribute('aria-current', 'step')
  await expect(wrong).toHaveText([/^You/, /^Services & rate/, /^Where/])
  await expect(page.getByText(/^Please upload a profile photo/)).toBeVisible()
  await fields.bio.fill('Careful, on time, with my own supplies.')
  await fields.portrait.setInputFiles(await photo('me.jpg'))
  await fields.part('where').tap()
  await expect(page.getByText('Please select at least one service area')).toBeVisible()
  await fields.areas.fill('02118')
  await fields.place(/02118/).tap()
  await expect(wrong).toHaveText([/^Services & rate/])
})
