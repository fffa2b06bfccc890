// rule: failures
import { describe, expect, test } from 'vitest'
import type { Language } from '#contract/product.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { ConnectionLost, ForeignAnswer, parseResponse, Refusal } from './client.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { failureText, maySucceedLater } from './failure-text.ts'
import { fieldProblemText, refusalText } from './refusal-text.ts'
import { loadTranslations } from '#web/i18n/translations.ts'

const [en, pt, es] = await Promise.all([
  loadTranslations('en'),
  loadTranslations('pt'),
  loadTranslations('es'),
])

const inLanguage = async (language: Language) =>
  (await createI18n(language)).translatorFor('errors')

describe('the text of a failure', () => {
  test('the English texts equal those of the server', () => {
    const { connection_lost: _, ...errors } = en.errors
    expect(errors).toEqual(
      Object.fromEntries(Object.entries(REFUSALS).map(([code, { detail }]) => [code, detail])),
    )
  })

  test('every refusal has a text in Portuguese and Spanish', () => {
    for (const { errors } of [pt, es]) {
      expect(Object.keys(errors).toSorted()).toEqual(Object.keys(en.errors).toSorted())
    }
  })

  test('a refusal is shown by its code, in the reader’s language', async () => {
    const refusal = new Refusal(409, { code: 'email_taken', detail: REFUSALS.email_taken.detail })
    expect(refusalText(await inLanguage('pt'), refusal)).toBe(pt.errors.email_taken)
    expect(refusalText(await inLanguage('es'), refusal)).toBe(es.errors.email_taken)
  })

  test('a failed check is shown by its code, or else in the server’s own sentence', async () => {
    const t = await inLanguage('es')
    const fieldProblem = { msg: REFUSALS.phone_invalid.detail, loc: ['body', 'phone'] }
    expect(fieldProblemText(t, { ...fieldProblem, type: 'phone_invalid' })).toBe(
      es.errors.phone_invalid,
    )
    expect(fieldProblemText(t, { ...fieldProblem, type: 'unheard_of' })).toBe(fieldProblem.msg)
  })

  test('a code that the page does not know is shown by the sentence of the answer', async () => {
    const t = await inLanguage('pt')
    const body = { code: 'brand_new', detail: 'The moon is full.' }
    const answer = parseResponse(Response.json(body, { status: 409 }))
    expect(refusalText(t, await answer.catch((error: unknown) => error))).toBe('The moon is full.')
  })

  test('an answer without a code is shown by its detail, one sentence or a list', async () => {
    const t = await inLanguage('en')
    expect(refusalText(t, new ForeignAnswer(400, { detail: 'Too late.' }))).toBe('Too late.')
    const list = { detail: [{ msg: 'No name' }, { msg: 'no email' }] }
    expect(refusalText(t, new ForeignAnswer(422, list))).toBe('No name, no email')
  })

  test('a proxy that answers without a text does not blame the connection', async () => {
    const t = await inLanguage('en')
    const answer = parseResponse(new Response('<h1>Bad Gateway</h1>', { status: 502 }))
    const error = await answer.catch((problem: unknown) => problem)
    expect(error).not.toBeInstanceOf(ConnectionLost)
    expect(refusalText(t, error)).toBe(REFUSALS.unexpected.detail)
  })

  test('a connection that breaks within the answer is lost', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id": "'))
        controller.error(new TypeError('terminated'))
      },
    })
    const error = await parseResponse(new Response(broken)).catch((problem: unknown) => problem)
    expect(error).toBeInstanceOf(ConnectionLost)
  })

  test('a sentence of the screen is followed by the reason that the server gave, if there is one', async () => {
    const t = await inLanguage('en')
    const late = new ForeignAnswer(400, { detail: 'Too late.' })
    expect(failureText(t, 'Not saved', late)).toBe('Not saved\nToo late.')
    expect(failureText(t, 'Not saved', new Error('a bug'))).toBe('Not saved')
    const refusal = (status: number, code: 'unavailable' | 'unexpected') =>
      new Refusal(status, { code, detail: code })
    expect(failureText(t, 'Not saved', refusal(503, 'unavailable'))).toBe(
      `Not saved\n${REFUSALS.unavailable.detail}`,
    )
    expect(failureText(t, 'Not saved', refusal(500, 'unexpected'))).toBe('Not saved')
  })

  test('a refusal of what is asked stays; too many requests and a failing server pass', () => {
    const mayPass = (code: 'professional_not_found' | 'too_many_requests' | 'overloaded') =>
      maySucceedLater(new Refusal(REFUSALS[code].status, { code, detail: code }))
    expect(mayPass('professional_not_found')).toBe(false)
    expect(mayPass('too_many_requests')).toBe(true)
    expect(mayPass('overloaded')).toBe(true)
    expect(maySucceedLater(new ConnectionLost())).toBe(true)
  })

  test('a lost connection and an unexpected error have their own texts', async () => {
    const t = await inLanguage('en')
    expect(refusalText(t, new ConnectionLost())).toBe(en.errors.connection_lost)
    expect(refusalText(t, new Error('a bug'))).toBe(REFUSALS.unexpected.detail)
  })
})
