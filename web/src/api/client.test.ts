// rule: none, data that a page has already is not sent again, and changed data is
import { expect, test } from 'vitest'
import { createApi } from './client.ts'

const NOW = 'no-store'

/** A server that returns these texts, or 304 if the ETag matches. `asked` has the If-None-Match of each read. */
function house(caching: string, texts: string[]) {
  const asked: (string | null)[] = []
  const api = createApi(
    async (_path, { method, headers }) => {
      if (method !== 'GET') return Response.json({})
      const known = new Headers(headers).get('if-none-match')
      asked.push(known)
      const text = texts.length > 1 ? texts.shift()! : texts[0]!
      const tag = `W/"${text.length}"`
      if (known === tag) return new Response(null, { status: 304, headers: { etag: tag } })
      return new Response(text, { headers: { etag: tag, 'cache-control': caching } })
    },
    () => 'en',
  )
  return { api, asked, read: () => api.call('GET /api/auth/me') }
}

test('data that the page already has is not sent again, and stays the same object', async () => {
  const { asked, read } = house(NOW, ['{"id":"maya"}'])
  const first = await read()
  expect(await read()).toBe(first)
  expect(asked).toEqual([null, 'W/"13"'])
})

test('changed data is read again, and its new ETag is sent from then on', async () => {
  const { asked, read } = house(NOW, ['{"id":"maya"}', '{"id":"carlos"}'])
  await read()
  expect(await read()).toEqual({ id: 'carlos' })
  expect(await read()).toEqual({ id: 'carlos' })
  expect(asked).toEqual([null, 'W/"13"', 'W/"15"'])
})

test('after a logout, as after any write, no ETag is sent', async () => {
  const { api, asked, read } = house(NOW, ['{"id":"maya"}'])
  await read()
  await api.call('POST /api/auth/logout')
  await read()
  expect(asked).toEqual([null, null])
})

test('answers that the browser may cache are left to the browser', async () => {
  const { asked, read } = house('private, no-cache', ['{"id":"maya"}'])
  await read()
  await read()
  expect(asked).toEqual([null, null])
})
