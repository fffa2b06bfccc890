import { describe, expect, test } from 'vitest'
import { missingKeys, unusedKeys } from './words-in-use.ts'
import { faultsBetween, flatten } from './words-of-languages.ts'

const english = flatten('app:', {
  hello: 'Hello {{name}}',
  jobs_one: '1 job',
  jobs_other: '{{count}} jobs',
})

function faults(words: unknown): string[] {
  return faultsBetween('locales', [
    ['en', english],
    ['pt', flatten('app:', words)],
  ])
}

describe('words in three languages', () => {
  test('that say the same pass, with the plural forms each language has', () => {
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
      'a key of its own',
      { hello: 'Olá {{name}}', jobs_other: '{{count}}', more: 'x' },
      'locales/en lacks app:more',
    ],
    [
      'an empty sentence',
      { hello: ' ', jobs_other: '{{count}}' },
      'locales/pt says nothing at app:hello',
    ],
    [
      'a forgotten value',
      { hello: 'Olá', jobs_other: '{{count}}' },
      'fills other values into app:hello',
    ],
  ])('fail by %s', (_, words, fault) => {
    expect(faults(words).join('\n')).toContain(fault)
  })
})

describe('words in use', () => {
  const words = flatten('search:', {
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
    expect(unusedKeys(words, new Map([['a.tsx', text]]))).toEqual(unused)
  })

  test('a key that has no words is found where it is said', () => {
    const texts = new Map([['a.tsx', `useTranslation('search'); t('title'); t('titel')`]])
    expect(missingKeys(words, texts)).toEqual(['a.tsx says titel, which has no words'])
  })
})
