// rule: none, the committed drawings are those that the code draws
import { expect, test } from 'vitest'
import { banner, bannerTall } from '#drawings/banner.ts'
import { empty } from '#drawings/empty.ts'

const published = (name: string) => `../../../public/drawings/${name}.svg`

test('the committed pictures are equal to the drawings', async () => {
  await expect(banner()).toMatchFileSnapshot(published('banner'))
  await expect(bannerTall()).toMatchFileSnapshot(published('banner-tall'))
  await expect(empty.error).toMatchFileSnapshot(published('no-picture'))
})
