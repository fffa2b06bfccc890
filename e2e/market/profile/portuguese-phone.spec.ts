// rule: registration, profile-save, profile-checks
import { expect } from '@playwright/test'
import { LANGUAGE_CACHE_KEY } from '#contract/browser-names.ts'
import { expectAccessible, newEmail, test } from '../../support/journey.ts'
import { formFields, PASSWORD, photo } from '../../support/profile-form.ts'
import { translationsIn } from '../../support/translations.ts'

const t = translationsIn('pt')

// Playwright's recorder requests the previews that it sees.
test.use({
  locale: 'pt-BR',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'reduce' },
  expected: [/'blob:.*connect-src/],
})

test('a new professional registers and completes a profile, on a phone, in Portuguese', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: LANGUAGE_CACHE_KEY, value: 'pt', url: baseURL ?? '' }])
  await page.goto('/register?role=professional')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field(t('identity:first_name')).fill('Joana')
  await field(t('identity:last_name')).fill('Exemplo')
  await field(t('identity:email')).fill(newEmail())
  await field(t('identity:phone')).fill('617-555-0142')
  await field(t('identity:password')).fill(PASSWORD)
  await page.getByRole('button', { name: t('identity:register.submit') }).tap()

  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: t('dashboard:state.write_profile') }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('profile:create.title'))

  const fields = formFields(page, t)
  await fields.portrait.setInputFiles(await photo('eu.jpg', { r: 170, g: 120, b: 100 }))
  await fields.name.fill('Joana Exemplo da Conceição')
  await fields.bio.fill(
    'Faço faxina com capricho e no horário combinado. Levo meus produtos, cuido bem dos móveis e deixo tudo cheiroso.',
  )
  await fields.social.fill('instagram.com/joana.exemplo')
  await fields.next('services').tap()
  await fields.rate.fill('42.50')
  await fields.years.selectOption('5+')
  await fields.employees.selectOption('4-6')
  await fields.service('standard').tap()
  await fields.service('move_in_out').tap()
  await fields.next('where').tap()
  await fields.areas.tap()
  await fields.areas.pressSequentially('Boston, M')
  await fields.place('Boston, MA').tap()
  await fields.areas.fill('02139')
  await fields.place(/02139/).tap()
  await fields.next('photos').tap()
  const names = ['cozinha.jpg', 'banheiro.jpg', 'sala.jpg', 'quarto.jpg', 'escritório.jpg']
  await fields.gallery.setInputFiles(await Promise.all(names.map((name) => photo(name))))
  await expect(page.getByText(t('profile:gallery.held', { count: 5, most: 5 }))).toBeVisible()
  await expectAccessible(page)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth, 'nothing scrolls sideways').toBe(clientWidth)
  await fields.create.tap()

  const prompt = page.getByRole('dialog', { name: 'Perfil Criado com Sucesso!' })
  await expect(prompt).toBeVisible()
  await prompt.getByRole('button', { name: 'Ativar Mais Tarde' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('profile:saved.created'))
  await page.getByRole('button', { name: t('profile:saved.go') }).tap()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: t('dashboard:tabs.profile'), exact: true }).tap()
  await expect(page.getByText('Joana Exemplo da Conceição Cleaning').first()).toBeVisible()
  await expect(page.getByText(t('dashboard:state.no_profile'))).toHaveCount(0)

  await page.goto('/dashboard/profile')
  await expect(fields.employees).toHaveValue('4-6')
  await expect(fields.social).toHaveValue('https://instagram.com/joana.exemplo')
  await fields.part('photos').tap()
  await expect(page.getByText(t('profile:gallery.held', { count: 5, most: 5 }))).toBeVisible()
})
