// rule: none, the translator of the app
import { expect, test } from 'vitest'
import { Refusal } from '#web/api/client.ts'
import { createI18n } from './i18n.ts'
import { refusalText } from '#web/api/refusal-text.ts'
import { loadTranslations } from './translations.ts'

const pt = await loadTranslations('pt')
const taken = new Refusal(409, { code: 'email_taken', detail: 'This email is taken.' })

// rule: number-formats
test('numbers in a sentence are written as its language writes them, and choose the plural form', async () => {
  const en = await createI18n('en')
  expect(en.translatorFor('results')('found', { count: 1 })).toBe('1 professional found')
  expect(en.translatorFor('results')('found', { count: 1234 })).toBe('1,234 professionals found')
  const inPortuguese = (await createI18n('pt')).translatorFor('results')
  const found = (count: number) => inPortuguese('found', { count })
  expect(found(1_000_000)).toBe(pt.results.found_other.replace('{{count}}', '1.000.000'))
  expect(found(0)).toBe(pt.results.found_other.replace('{{count}}', '0'))
})

test('placeholders in an inserted text are not replaced', async () => {
  const t = (await createI18n('en')).translatorFor('app')
  expect(t('footer.about', { product: '{{count}} $& $1', count: 3 })).toContain('{{count}} $& $1')
})

// rule: language-choice
test('translations that the page does not contain are used once loaded, also by earlier translators', async () => {
  const i18n = await createI18n('pt', { app: pt.app })
  const t = i18n.translatorFor('errors')
  expect([i18n.has('app'), i18n.has(['app', 'bookings']), i18n.isComplete]).toEqual([
    true,
    false,
    false,
  ])
  expect(refusalText(t, taken)).toBe(taken.message)
  await i18n.load()
  expect(i18n.isComplete).toBe(true)
  expect(i18n.has('bookings')).toBe(true)
  expect(refusalText(t, taken)).toBe(pt.errors.email_taken)
})

// rule: language-choice
test('what loads while a language is chosen is loaded in that language when it counts as loaded', async () => {
  const i18n = await createI18n('en', {})
  await Promise.all([i18n.load(), i18n.choose('pt')])
  expect(i18n.translatorFor('dashboard')('title')).toBe(pt.dashboard.title)
  const other = await createI18n('en', {})
  await Promise.all([other.choose('pt'), other.load()])
  expect(other.translatorFor('dashboard')('title')).toBe(pt.dashboard.title)
})

// rule: language-choice
test('choosing a language notifies the subscribers, with all its translations loaded', async () => {
  const i18n = await createI18n('en')
  const heard: string[] = []
  const end = i18n.subscribe(() => heard.push(i18n.language))
  const before = i18n.translatorFor('errors')
  await i18n.choose('pt')
  end()
  await i18n.choose('es')
  expect(heard).toEqual(['pt'])
  expect(i18n.translatorFor('errors')).not.toBe(before)
  expect(i18n.translatorFor('dashboard')('title')).toBe(
    (await loadTranslations('es')).dashboard.title,
  )
})
