// rule: photos
import { afterEach, expect, test, vi } from 'vitest'
import { fittingSize, shrinkPhoto } from './shrink-photo.ts'

afterEach(() => vi.unstubAllGlobals())

const photo = (bytes: number, name = 'oven.png') =>
  new File([new Uint8Array(bytes)], name, { type: 'image/png', lastModified: 1 })
const LARGE = 5_242_881

/** A browser that reads a photo of this size in pixels, and writes a JPEG of `jpegBytes` bytes. */
function browserWith([naturalWidth, naturalHeight]: [number, number], jpegBytes: number) {
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ fillRect: () => {}, drawImage: () => {} }),
    toBlob: (done: (blob: Blob) => void, type: string) =>
      done(new Blob([new Uint8Array(jpegBytes)], { type })),
  }
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = naturalWidth
      naturalHeight = naturalHeight
      decode = async () => {}
      addEventListener(kind: string, listener: () => void) {
        if (kind === 'load') setTimeout(listener)
      }
    },
  )
  vi.stubGlobal('document', { createElement: () => canvas })
  return canvas
}

test('a photo above 5 MB becomes a smaller JPEG, which is recognised when it is chosen again', async () => {
  const canvas = browserWith([4000, 3000], 1000)
  const small = await shrinkPhoto(photo(LARGE))
  expect([small.name, small.type, small.size, small.lastModified]).toEqual([
    'oven.jpg',
    'image/jpeg',
    1000,
    1,
  ])
  expect([canvas.width, canvas.height]).toEqual([2560, 1920])
})

test('so does one of few bytes with more than 25 megapixels, which the server would refuse', async () => {
  const canvas = browserWith([8000, 4000], 1000)
  expect((await shrinkPhoto(photo(1000))).type).toBe('image/jpeg')
  expect([canvas.width, canvas.height]).toEqual([2560, 1280])
  browserWith([5000, 5000], 1000)
  expect((await shrinkPhoto(photo(1000))).type).toBe('image/png')
})

test('a photo stays as it is while it is not too large, and where it cannot be made small enough', async () => {
  const [small, large] = [photo(LARGE - 1), photo(LARGE)]
  // Node has no images.
  expect(await shrinkPhoto(large)).toBe(large)
  browserWith([4000, 3000], LARGE)
  expect(await shrinkPhoto(large)).toBe(large)
  browserWith([4000, 3000], 1000)
  expect(await shrinkPhoto(small)).toBe(small)
})

test('the longer side has at most 2560 pixels, and no photo grows', () => {
  expect(fittingSize(3000, 4000)).toEqual({ width: 1920, height: 2560 })
  expect(fittingSize(9000, 1)).toEqual({ width: 2560, height: 1 })
  expect(fittingSize(800, 600)).toEqual({ width: 800, height: 600 })
})
