// rule: home-photos
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { HomeRoom } from '#contract/market/homes.ts'
import { createI18n } from '#web/i18n/i18n.ts'
import { I18nProvider } from '#web/i18n/use-translation.ts'
import { PhotosOfHome } from './home-photos.tsx'

const i18n = await createI18n('en')
const room = (id: string, name = '') => ({ id, kind: 'bedroom', name }) as HomeRoom
const photo = (room_id: string | null) => ({ file: `${room_id}`, url: '/a.webp', room_id })

test('a photo of a room has its name, and a number where two rooms would have the same', () => {
  const html = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <PhotosOfHome
        photos={[photo('b'), photo('c'), photo(null)]}
        rooms={[room('a'), room('b'), room('c', 'Attic')]}
      />
    </I18nProvider>,
  )
  expect([...html.matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt)).toEqual([
    'Bedroom 2: Photo 1',
    'Attic: Photo 2',
    'Photo 3',
  ])
  expect([...html.matchAll(/text-soft">([^<]+)</g)].map(([, text]) => text)).toEqual([
    'Bedroom 2',
    'Attic',
  ])
})
