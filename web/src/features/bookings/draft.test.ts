import { beforeEach, expect, test } from 'vitest'
import { draftOf } from './draft.ts'

beforeEach(() => sessionStorage.clear())

const body = { zip_code: '78701' }

test('a request that got no answer keeps its key, also after a reload', () => {
  const key = draftOf('ana', 'maria').keyFor(body)
  expect(key.length).toBeGreaterThanOrEqual(32)
  expect(draftOf('ana', 'maria').keyFor({ ...body })).toBe(key)
})

test('another request has another key', () => {
  const draft = draftOf('ana', 'maria')
  const key = draft.keyFor(body)
  expect(draft.keyFor({ zip_code: '10001' })).not.toBe(key)
})

test('after an answer the next try is a request of its own, and what was typed stays', () => {
  const draft = draftOf('ana', 'maria')
  const fields = { address: '401 Congress Ave' } as Parameters<typeof draft.keep>[0]
  draft.keep(fields)
  const key = draft.keyFor(body)
  draft.answered()
  expect(draft.fields()).toEqual(fields)
  expect(draft.keyFor(body)).not.toBe(key)
})

test('what one client typed for one professional is nobody else’s', () => {
  draftOf('ana', 'maria').keep({ notes: 'Two cats' } as never)
  expect(draftOf('ben', 'maria').fields()).toBeUndefined()
  expect(draftOf('ana', 'rosa').fields()).toBeUndefined()
  draftOf('ana', 'maria').clear()
  expect(draftOf('ana', 'maria').fields()).toBeUndefined()
})
