import {
  goInside,
  inTurn,
  offline,
  openDialog,
  openFirstPhoto,
  press,
  typePlace,
  untilSaid,
  untilTold,
} from './acts.ts'
import {
  foundOne,
  foundWithLongWords,
  lineDown,
  neverAnswered,
  withoutPictures,
} from './answers.ts'
import { maya } from './people.ts'
import type { GalleryScreen } from './screen.ts'

const SEARCH = '/search?zip_code=78701'
const SEARCHING = '**/api/professionals/search/**'
const PROFILE = '**/api/public/professional/**'

/** The screens of a visitor. */
export const visitorScreens: readonly GalleryScreen[] = [
  { name: 'home', path: '/' },
  { name: 'home, no ZIP', path: '/', once: press('search:submit') },
  { name: 'home, places', path: '/', once: typePlace },
  { name: 'home, install', path: '/', once: openDialog('app:install.open') },
  { name: 'home, offline', path: '/', once: offline },
  { name: 'search-results', path: SEARCH },
  {
    name: 'search-results, filtered',
    path: `${SEARCH}&service_type=deep&min_rating=4.5&sort_by=price&cleaning_frequency=weekly`,
  },
  {
    name: 'search-results, one',
    path: '/search?zip_code=33130',
    given: foundOne,
    once: goInside('/search?zip_code=33131'),
  },
  { name: 'search-results, nobody', path: `${SEARCH}&max_rate=15` },
  { name: 'search-results, unserved', path: '/search?zip_code=99950' },
  { name: 'search-results, beyond the last page', path: `${SEARCH}&page=90` },
  { name: 'search-results, no pictures', path: SEARCH, given: withoutPictures },
  {
    name: 'search-results, loading',
    path: '/nowhere',
    given: neverAnswered(SEARCHING),
    once: inTurn(goInside(SEARCH), untilSaid('search:searching')),
  },
  {
    name: 'search-results, line down',
    path: '/nowhere',
    given: lineDown(SEARCHING),
    once: inTurn(goInside(SEARCH), untilTold),
  },
  {
    name: 'search-results, long words',
    path: '/nowhere',
    given: foundWithLongWords,
    once: inTurn(goInside(SEARCH), untilSaid('professionals:view_profile')),
  },
  { name: 'search-results, offline', path: SEARCH, once: offline },
  {
    name: 'search-results, asked offline',
    path: SEARCH,
    once: inTurn(offline, goInside('/search?zip_code=33130'), untilSaid('search:again')),
  },
  { name: 'search-results, client', as: maya, path: SEARCH },
  { name: 'public-profile', path: '/professional/grace-walker' },
  {
    name: 'public-profile, lightbox',
    path: '/professional/grace-walker',
    once: openFirstPhoto,
  },
  {
    name: 'public-profile, no pictures',
    path: '/professional/grace-walker',
    given: withoutPictures,
  },
  {
    name: 'public-profile, loading',
    path: '/nowhere',
    given: neverAnswered(PROFILE),
    once: goInside('/professional/grace-walker'),
  },
  {
    name: 'public-profile, line down',
    path: '/nowhere',
    given: lineDown(PROFILE),
    once: inTurn(goInside('/professional/grace-walker'), untilTold),
  },
  { name: 'public-profile, nobody', path: '/professional/nobody' },
  { name: 'public-profile, offline', path: '/professional/grace-walker', once: offline },
  { name: 'city', path: '/house-cleaning/tx/austin' },
  { name: 'state', path: '/house-cleaning/tx' },
  { name: 'cities', path: '/house-cleaning' },
  { name: 'not-found', path: '/nowhere' },
]
