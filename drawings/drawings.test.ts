// rule: none, the logo and the drawings of empty screens
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { emptySignedIn } from './empty-signed-in.ts'
import { empty } from './empty.ts'
import { mark } from './mark.ts'

const allEmpty = [...Object.values(empty), ...Object.values(emptySignedIn)]

async function sizeOf(drawing: string): Promise<string> {
  const { format, width, height } = await sharp(Buffer.from(drawing)).metadata()
  return `${format} ${width}x${height}`
}

test('a drawing has the size its screen expects', async () => {
  expect(await sizeOf(mark())).toBe('svg 32x32')
  for (const drawing of allEmpty) expect(await sizeOf(drawing)).toBe('svg 320x240')
})

test('a drawing carries no script, text, link, inline style or broken number, and stays under 12 kB', () => {
  for (const drawing of [mark(), ...allEmpty]) {
    expect(drawing).not.toMatch(/<script|<text|<style|href|style=|NaN|undefined|\son\w+=/)
    expect(drawing.length).toBeLessThan(12_000)
  }
})
