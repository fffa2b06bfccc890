// rule: none, line breaks inside times and names of cities
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoBreakText } from './no-break-text.tsx'

const WHOLE = '<span class="inline-block">'

test('a time is not separated from its AM, nor a city from the word after it', () => {
  const told = renderToStaticMarkup(<NoBreakText>Tue, Dec 1, 9:00 AM, Austin time</NoBreakText>)
  expect(told).toContain(`${WHOLE}9:00 AM,</span>`)
  expect(told).toContain(`${WHOLE}Austin time</span>`)
  expect(told.replaceAll(/<[^>]+>/g, '')).toBe('Tue, Dec 1, 9:00 AM, Austin time')
})

test('in a sentence only the matching parts are kept on one line', () => {
  const sentence = 'Answer by Tue, Dec 1, 9:00 AM, Austin time, or the request expires.'
  const told = renderToStaticMarkup(<NoBreakText only={/\d/}>{sentence}</NoBreakText>)
  expect(told).toContain(`${WHOLE}9:00 AM,</span> Austin time, or the request`)
})
