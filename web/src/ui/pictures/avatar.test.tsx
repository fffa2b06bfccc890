// rule: none, the sizes and the initials of avatars
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test('avatars have the sizes xs, sm, md, lg and xl, each larger than the one before', () => {
  const sizes = (['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => {
    const frame = renderToStaticMarkup(<Avatar id="a" name="Grace Walker" size={size} />)
    return Number(/size-(\d+)/.exec(frame)?.[1])
  })
  expect(sizes).toEqual([6, 8, 11, 16, 24])
})

test('a person without a portrait is shown by their initials', () => {
  expect(renderToStaticMarkup(<Avatar id="a" name="Ana Maria Souza" />)).toContain('>AS<')
  expect(renderToStaticMarkup(<Avatar id="a" name="Grace" />)).toContain('>G<')
  expect(renderToStaticMarkup(<Avatar id="a" name="Grace Walker Cleaning" />)).toContain('>GW<')
  expect(renderToStaticMarkup(<Avatar id="a" name="MARIA SOUZA CLEANING" />)).toContain('>MS<')
  expect(renderToStaticMarkup(<Avatar id="a" name="Cleaning Angels Cleaning" />)).toContain('>CA<')
  expect(renderToStaticMarkup(<Avatar id="a" name="😀 Ana" />)).toContain('>😀A<')
})
