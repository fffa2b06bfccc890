// rule: help-and-legal-pages
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/product.ts'
import { HELP_TOPICS } from '#contract/market/help-topics.ts'
import { QueryClient } from '@tanstack/react-query'
import { helpQuery } from './documents.api.ts'
import { searchHelp } from './search-help.ts'

const textsIn = (language: (typeof LANGUAGES)[number]) =>
  new QueryClient().fetchQuery(helpQuery(language))
const valuesIn = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()

test('at least 30 questions are answered, in the topics of the contract, the same in every language', async () => {
  const [english, ...others] = await Promise.all(LANGUAGES.map(textsIn))
  expect(english!.topics.map(({ slug }) => slug)).toEqual(HELP_TOPICS)
  expect(english!.topics.flatMap(({ questions }) => questions).length).toBeGreaterThanOrEqual(30)
  const shapeOf = ({ topics }: typeof english & object) =>
    topics.map(({ slug, questions }) => ({
      slug,
      questions: questions.map(([id, ...texts]) => [id, ...texts.map(valuesIn)]),
    }))
  for (const other of others) {
    expect(shapeOf(other)).toEqual(shapeOf(english!))
    const same = other.topics.flatMap(({ questions }, index) =>
      questions.filter(
        ([, question], at) => question === english!.topics[index]!.questions[at]![1],
      ),
    )
    expect(same).toEqual([])
  }
})

test('no topic has two questions with one id', async () => {
  const { topics } = await textsIn('en')
  for (const { questions } of topics) {
    const ids = questions.map(([id]) => id)
    expect(ids).toEqual([...new Set(ids)])
  }
})

test('the rules of reviews say that none is removed for being negative, and each rule of writing', async () => {
  const { topics } = await textsIn('en')
  const { questions } = topics.find(({ slug }) => slug === 'reviews')!
  expect(questions[0]![2]).toContain('A review is never removed for being negative.')
  const ids = questions.map(([id]) => id)
  expect(ids).toEqual(
    expect.arrayContaining([
      'write',
      'count',
      'appears',
      'again',
      'edit',
      'photos',
      'notes',
      'report',
    ]),
  )
})

test('the search finds every word in question, answer or topic, whatever accents and capitals', async () => {
  const { topics } = await textsIn('pt')
  const ids = (text: string) => searchHelp(topics, text).map(([id]) => id)
  expect(ids('codigo PORTA')).toEqual(['codes'])
  expect(ids('código porta')).toEqual(['codes'])
  expect(ids('avaliacoes negativa')).toEqual(['negative', 'report'])
  expect(ids('piano')).toEqual([])
})
