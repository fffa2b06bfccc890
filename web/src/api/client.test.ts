import { expect, test } from 'vitest'
import { createApi } from './client.ts'

const NOW = 'no-store'

/** A house that answers this, and 304 to who has it; `asked` is what was said to be known, call by call. */
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

test('what the page has already is not sent again, and stays the very same', async () => {
  const { asked, read } = house(NOW, ['{"id":"maya"}'])
  const first = await read()
  expect(await read()).toBe(first)
  expect(asked).toEqual([null, 'W/"13"'])
})

test('what has changed is read anew, and known from then on', async () => {
  const { asked, read } = house(NOW, ['{"id":"maya"}', '{"id":"carlos"}'])
  await read()
  expect(await read()).toEqual({ id: 'carlos' })
  expect(await read()).toEqual({ id: 'carlos' })
  expect(asked).toEqual([null, 'W/"13"', 'W/"15"'])
})

test('after a logout, as after any write, nothing is known', async () => {
  const { api, asked, read } = house(NOW, ['{"id":"maya"}'])
  await read()
  await api.call('POST /api/auth/logout')
  await read()
  expect(asked).toEqual([null, null])
})

test('what browsers may keep is left to them', async () => {
  const { asked, read } = house('private, no-cache', ['{"id":"maya"}'])
  await read()
  await read()
  expect(asked).toEqual([null, null])
})
