// rule: help-and-legal-pages
import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/product.ts'
import { expectAccessible, readIn, test } from '../support/journey.ts'
import { translationsIn } from '../support/translations.ts'

const TEXTS = {
  en: {
    title: 'Help',
    search: 'Search the questions',
    typed: 'DOOR code',
    question: 'How do I share a door code?',
    answer: 'never in a message',
    nothing: 'Nothing found. Ask us.',
    ask: 'Ask us.',
    topic: 'Reviews',
    rule: 'A review is never removed for being negative.',
  },
  pt: {
    title: 'Ajuda',
    search: 'Buscar nas perguntas',
    typed: 'codigo PORTA',
    question: 'Como passo o código da porta?',
    answer: 'nunca em uma mensagem',
    nothing: 'Nada encontrado. Pergunte para nós.',
    ask: 'Pergunte para nós.',
    topic: 'Avaliações',
    rule: 'Uma avaliação nunca é removida por ser negativa.',
  },
  es: {
    title: 'Ayuda',
    search: 'Buscar en las preguntas',
    typed: 'codigo PUERTA',
    question: '¿Cómo comparto el código de la puerta?',
    answer: 'nunca en un mensaje',
    nothing: 'No se encontró nada. Pregúntanos.',
    ask: 'Pregúntanos.',
    topic: 'Reseñas',
    rule: 'Una reseña nunca se quita por ser negativa.',
  },
} as const

test('a visitor finds an answer in help, or the contact page, in each language', async ({
  page,
}) => {
  await page.goto('/login')
  for (const language of LANGUAGES) {
    const t = translationsIn(language)
    const { title, search, typed, question, answer, nothing, ask, topic, rule } = TEXTS[language]
    await readIn(page, language)
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await test.step('the search ignores accents and capitals, and the address keeps it', async () => {
      await page.getByLabel(search).fill(typed)
      await expect(page.getByText(question)).toBeVisible()
      await expect(page.getByRole('main').locator('details')).toHaveCount(1)
      await page.getByText(question).click()
      await expect(page.getByText(answer)).toBeVisible()
      await expectAccessible(page)
      await page.reload()
      await expect(page.getByLabel(search)).toHaveValue(typed)
      await expect(page.getByText(question)).toBeVisible()
    })
    await test.step('a topic has its questions and answers', async () => {
      await page.getByLabel(search).fill('')
      await page.getByRole('main').getByRole('link', { name: topic, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(topic)
      await expect(page.getByText(rule)).toBeVisible()
      await page.goBack()
    })
    await test.step('nothing found leads to the contact page', async () => {
      await page.getByLabel(search).fill('piano')
      await expect(page.getByRole('main').getByRole('status')).toHaveText(nothing)
      await page.getByRole('main').getByRole('link', { name: ask }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('support:title'))
    })
  }
})

// rule: claims
test('from the footer a visitor reads how we measure, and the earlier address leads there', async ({
  page,
}) => {
  await page.goto('/login')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Claims' })).toHaveCount(0)
  await footer.getByRole('link', { name: 'Help' }).click()
  await page.getByRole('link', { name: 'What our ads say, and what we measured' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'What our ads say, and what we measured',
  )
  await expect(page.getByRole('main')).toContainText('so you save $55.10 a month')
  await expectAccessible(page)
  await page.goto('/claims?lang=pt#saving_75')
  await expect(page).toHaveURL(/\/help\/measures\?lang=pt#saving_75$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'O que prometemos e o que medimos',
  )
})
