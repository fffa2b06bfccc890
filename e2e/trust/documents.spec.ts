// rule: identity-documents, document-pages, document-checks
import { expect } from '@playwright/test'
import { linkInLetter } from '../support/letters.ts'
import { expectAccessible, test } from '../support/journey.ts'
import { photo, savedProfessional } from '../support/profile-form.ts'
import { proveAddress } from '../support/prove-address.ts'
import { translationsIn } from '../support/translations.ts'

const t = translationsIn('pt')
const unique = () => Math.random().toString(36).slice(2)

test.use({
  viewport: { width: 390, height: 844 },
  locale: 'pt-BR',
  // Two references with one name, and the link once it was answered.
  expected: [/Failed to load resource/],
})

test('a professional without a number sends a document on a phone, and a reference answers', async ({
  page,
}) => {
  const { email } = await savedProfessional(page)
  await proveAddress(page, email)
  await page.goto('/dashboard?tab=profile')
  const part = page.getByRole('region', { name: t('credentials:part.title') })
  await part.getByRole('link', { name: t('credentials:part.identity_open') }).click()
  const dialog = page.getByRole('dialog', { name: t('credentials:titles.identity') })
  await expectAccessible(page)
  const send = dialog.getByRole('button', { name: t('credentials:send'), exact: true })
  const kind = dialog.getByLabel(t('credentials:identity.kind'), { exact: true })

  await test.step('each field says what is missing, and the first has the focus', async () => {
    await send.click()
    await expect(kind).toBeFocused()
    await expect(kind).toHaveAccessibleDescription(t('credentials:identity.kind_missing'))
    await expect(dialog).toContainText(t('errors:document_required'))
    await expect(dialog).toContainText(t('credentials:identity.consent_missing'))
    await expectAccessible(page)
  })
  const rosa = `rosa.${unique()}@example.com`
  const reference = (number: number) =>
    dialog.getByRole('group', {
      name: t('credentials:identity.reference', { number }),
    })
  const fill = async (number: number, name: string, email: string) => {
    const one = reference(number)
    await one.getByLabel(t('credentials:identity.name'), { exact: true }).fill(name)
    await one.getByLabel(t('credentials:identity.email'), { exact: true }).fill(email)
  }
  await kind.selectOption('consular_id')
  await fill(1, 'Rosa Lima', rosa)
  await test.step('what was typed survives a reload', async () => {
    await page.reload()
    await expect(kind).toHaveValue('consular_id')
  })
  await fill(2, 'Rosa Lima', `tom.${unique()}@example.com`)
  await dialog
    .getByLabel(t('credentials:pages.choose'))
    .setInputFiles([await photo('front.jpg'), await photo('back.jpg')])
  await expect(dialog.getByRole('img')).toHaveCount(2)
  await dialog.getByLabel(t('credentials:identity.agree')).check()
  await test.step('two references are two people', async () => {
    await send.click()
    await expect(dialog).toContainText(t('errors:references_required'))
  })
  await fill(2, 'Tom Reed', `tom.${unique()}@example.com`)
  await send.click()
  // Photos are made anew at the lowest priority, which takes a while on a busy machine.
  await expect(dialog).toBeHidden({ timeout: 30_000 })
  await expect(part).toContainText(t('credentials:part.pending'))

  await expect.poll(() => linkInLetter(rosa, 'reference')).toBeDefined()
  await page.goto((await linkInLetter(rosa, 'reference'))!)
  const answers = page.getByRole('main').getByRole('textbox')
  await expect(answers).toHaveCount(5)
  await expectAccessible(page)
  const sendAnswers = page.getByRole('button', { name: t('credentials:reference.send') })
  await sendAnswers.click()
  await expect(answers.first()).toHaveAccessibleDescription(t('credentials:reference.empty'))
  for (const answer of await answers.all()) await answer.fill('Sim, há três anos.')
  await sendAnswers.click()
  await expect(page.getByRole('main')).toContainText('Recebemos suas respostas.')
  await page.reload()
  await expect(page.getByRole('main')).toContainText(t('errors:link_ended'))
})
