// rule: none, a text that is no drawing of ours never becomes markup
import { expect, test } from 'vitest'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { empty } from '#drawings/empty.ts'
import { mark } from '#drawings/mark.ts'
import { trustedTexts } from './trusted-types.ts'

const { createHTML, createScriptURL } = trustedTexts('https://lustra.example')

test.each([
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><foreignObject><p></p></foreignObject></svg>',
  '<svg><animate attributeName="href"/></svg>',
  '<svg><path d="M0"\nonclick="alert(1)"/></svg>',
  'a text',
])('%s becomes no markup', (text) => {
  expect(createHTML(text)).toBeNull()
})

test.each([
  'https://elsewhere.example/service-worker.js',
  '//elsewhere.example/service-worker.js',
  '/assets/entry-client-12345678.js',
  '/api/private-photos/service-worker.js',
  'data:text/javascript,alert(1)',
  'blob:https://lustra.example/service-worker.js',
])('%s is started as no worker', (address) => {
  expect(createScriptURL(address)).toBeNull()
})

test('the two workers are started', () => {
  for (const address of [
    '/service-worker.js',
    'https://lustra.example/assets/challenge-worker-aB3_-x9y.js',
  ])
    expect(createScriptURL(address)).toBe(address)
})

test('each drawing of the screens becomes markup as it is', () => {
  const drawings = [mark(), ...Object.values(empty), ...Object.values(emptySignedIn)]
  expect(drawings.filter((drawing) => createHTML(drawing) !== drawing)).toEqual([])
})
