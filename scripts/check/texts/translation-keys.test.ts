// rule: none, the check of translations
import { describe, expect, test } from 'vitest'
import { differencesBetween, flatten } from './translation-keys.ts'
import { missingKeys, unusedKeys, unusedTitledKeys } from './translation-usage.ts'

const english = flatten('app:', {
  hello: 'Hello {{name}}',
  jobs_one: '1 job',
  jobs_other: '{{count}} jobs',
})

function faults(sentences: unknown): string[] {
  return differencesBetween('locales', [
    ['en', english],
    ['pt', flatten('app:', sentences)],
  ])
}

describe('the languages have the same keys', () => {
  test('equal keys pass, with the plural forms of each language', () => {
    const jobs = {
      jobs_one: '1 faxina',
      jobs_many: '{{count}} de faxinas',
      jobs_other: '{{count}} faxinas',
    }
    expect(faults({ hello: 'Olá {{name}}', ...jobs })).toEqual([])
  })

  test.each([
    ['a missing key', { jobs_one: '1', jobs_other: '{{count}}' }, 'locales/pt lacks app:hello'],
    [
      'a key that only one language has',
      { hello: 'Olá {{name}}', jobs_other: '{{count}}', more: 'x' },
      'locales/en lacks app:more',
    ],
    [
      'an empty sentence',
      { hello: ' ', jobs_other: '{{count}}' },
      'locales/pt is empty at app:hello',
    ],
    [
      'a missing placeholder',
      { hello: 'Olá', jobs_other: '{{count}}' },
      'has other placeholders in app:hello',
    ],
  ])('%s is reported', (_, sentences, fault) => {
    expect(faults(sentences).join('\n')).toContain(fault)
  })
})

describe('the source files use the keys', () => {
  const sentences = flatten('search:', {
    title: 'T',
    sorts: { rating: 'R' },
    jobs_one: '1',
    jobs_other: 'n',
  })

  test.each([
    [`useTranslation('search'); t('title'); t('jobs', { count }); t(\`sorts.\${sort}\`)`, []],
    [`t('search:title'); t('search:jobs'); const label = 'search:sorts.rating'`, []],
    [`useTranslation('search'); t('title'); t('jobs')`, ['search:sorts.rating']],
    [`t('title')`, ['search:title', 'search:sorts.rating', 'search:jobs']],
  ])('%s leaves unused %j', (text, unused) => {
    expect(unusedKeys(sentences, new Map([['a.tsx', text]]))).toEqual(unused)
  })

  test('a title and its sentence are used by the key of both', () => {
    const letters = flatten('letters:', {
      reset: { title: 'T', sentence: 'S', button: 'B' },
      old: { title: 'T', sentence: 'S' },
    })
    const texts = new Map([['a.ts', `titled(language, 'letters', 'reset', { name })`]])
    expect(unusedTitledKeys(letters, texts)).toEqual([
      'letters:reset.button',
      'letters:old.title',
      'letters:old.sentence',
    ])
  })

  test('a key without a translation is reported with its file', () => {
    const texts = new Map([['a.tsx', `useTranslation('search'); t('title'); t('titel')`]])
    expect(missingKeys(sentences, texts)).toEqual(['a.tsx uses titel, which has no translation'])
  })
})
