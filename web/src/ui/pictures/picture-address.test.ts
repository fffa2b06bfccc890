// rule: photos
import { expect, test } from 'vitest'
import { pictureAddress, pictureSizes } from './picture-address.ts'

test('a path that starts with /uploads/ is rewritten to /api/uploads/', () => {
  expect(pictureAddress('/uploads/a.webp', 0, 1)).toBe('/api/uploads/a.webp')
  expect(pictureAddress('/api/uploads/a.webp', 0, 1)).toBe('/api/uploads/a.webp')
})

test('the path of a gallery photo under /uploads/ is rewritten to /api/uploads/', () => {
  expect(pictureAddress('/uploads/work.webp', 0, 1)).toBe('/api/uploads/work.webp')
})

// rule: layout-stability
test('each retry uses another address, past the caches', () => {
  expect([1, 2, 3].map((attempt) => pictureAddress('/api/uploads/a.webp', attempt, 7))).toEqual([
    '/api/image-proxy/a.webp?retry=1-7',
    '/uploads/a.webp?retry=2-7',
    '/api/uploads/a.webp?retry=3-7',
  ])
})

test('pictures of other sites and data URLs keep their address', () => {
  expect(pictureAddress('https://example.com/a.png?w=1', 2, 7)).toBe(
    'https://example.com/a.png?w=1&retry=2-7',
  )
  expect(pictureAddress('data:image/png;base64,AA==', 2, 7)).toBe('data:image/png;base64,AA==')
})

test('a picture of our own is offered in three sizes, others only in their own', () => {
  const file = '0123456789abcdef0123456789abcdef'
  expect(pictureSizes(`/uploads/${file}.webp`)).toBe(
    `/api/uploads/${file}-240.webp 240w, /api/uploads/${file}-640.webp 640w, /api/uploads/${file}.webp 1280w`,
  )
  expect(pictureSizes(`https://example.com/${file}.webp`)).toBeUndefined()
  expect(pictureSizes('data:image/png;base64,AA==')).toBeUndefined()
  expect(pictureSizes('/drawings/no-picture.svg')).toBeUndefined()
})
