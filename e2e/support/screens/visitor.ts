import { openGroups } from '../open-group.ts'
import {
  navigateInApp,
  inSequence,
  goOffline,
  openFirstPhoto,
  press,
  typePlace,
  waitForText,
  waitForFailedPicture,
  waitForOneResult,
  waitForHeading,
  waitForPageMessage,
  waitUntilLoads,
} from './actions.ts'
import {
  withOneResult,
  withLongTextsInResults,
  failRequests,
  keepRequestsPending,
  failPictures,
} from './mock-answers.ts'
import { maya } from './people.ts'
import type { ScreenState } from './screen.ts'

const SEARCH = '/search?zip_code=78701'
const SEARCHING = '**/api/professionals/search/**'
const PROFILE = '**/api/public/professional/**'

/** Screens of a visitor. */
export const visitorScreens: readonly ScreenState[] = [
  { name: 'home', path: '/' },
  { name: 'home, no ZIP', path: '/', afterOpen: press('find:submit') },
  { name: 'home, places', path: '/', afterOpen: typePlace },
  { name: 'home, offline', path: '/', afterOpen: goOffline },
  { name: 'documents, help', path: '/help' },
  { name: 'documents, help, nothing found', path: '/help?q=piano' },
  { name: 'documents, help, topic', path: '/help/reviews' },
  { name: 'documents, terms', path: '/terms', afterOpen: openGroups },
  { name: 'documents, privacy', path: '/privacy', afterOpen: openGroups },
  { name: 'documents, measures', path: '/help/measures' },
  { name: 'contact', path: '/contact' },
  { name: 'contact, wrong fields', path: '/contact', afterOpen: press('support:send') },
  { name: 'search-results', path: SEARCH },
  {
    name: 'search-results, filtered',
    path: `${SEARCH}&service_type=deep&min_rating=4.5&sort_by=price&cleaning_frequency=weekly`,
  },
  {
    name: 'search-results, one',
    path: '/search?zip_code=33130',
    beforeOpen: withOneResult,
    afterOpen: inSequence(navigateInApp('/search?zip_code=33131'), waitForOneResult),
  },
  { name: 'search-results, no results', path: `${SEARCH}&max_rate=15` },
  { name: 'search-results, unserved', path: '/search?zip_code=99950' },
  { name: 'search-results, beyond the last page', path: `${SEARCH}&page=90` },
  {
    name: 'search-results, no pictures',
    path: SEARCH,
    beforeOpen: failPictures,
    afterOpen: waitForFailedPicture,
  },
  {
    name: 'search-results, loading',
    path: '/nowhere',
    beforeOpen: keepRequestsPending(SEARCHING),
    afterOpen: inSequence(navigateInApp(SEARCH), waitForText('find:searching'), waitForHeading),
  },
  {
    name: 'search-results, request failed',
    path: '/nowhere',
    beforeOpen: failRequests(SEARCHING),
    afterOpen: inSequence(navigateInApp(SEARCH), waitForPageMessage),
  },
  {
    name: 'search-results, long texts',
    path: '/nowhere',
    beforeOpen: withLongTextsInResults,
    afterOpen: inSequence(navigateInApp(SEARCH), waitForText('professionals:view_profile')),
  },
  { name: 'search-results, offline', path: SEARCH, afterOpen: goOffline },
  {
    name: 'search-results, searched offline',
    path: SEARCH,
    afterOpen: inSequence(
      goOffline,
      navigateInApp('/search?zip_code=33130'),
      waitForText('search:again'),
    ),
  },
  { name: 'search-results, client', signIn: maya, path: SEARCH },
  { name: 'public-profile', path: '/professional/grace-walker' },
  {
    name: 'public-profile, lightbox',
    path: '/professional/grace-walker',
    afterOpen: openFirstPhoto,
  },
  {
    name: 'public-profile, no pictures',
    path: '/professional/grace-walker',
    beforeOpen: failPictures,
    afterOpen: waitForFailedPicture,
  },
  {
    name: 'public-profile, loading',
    path: '/nowhere',
    beforeOpen: keepRequestsPending(PROFILE),
    afterOpen: inSequence(
      navigateInApp('/professional/grace-walker'),
      waitUntilLoads,
      waitForHeading,
    ),
  },
  {
    name: 'public-profile, request failed',
    path: '/nowhere',
    beforeOpen: failRequests(PROFILE),
    afterOpen: inSequence(navigateInApp('/professional/grace-walker'), waitForPageMessage),
  },
  { name: 'public-profile, not found', path: '/professional/nobody' },
  { name: 'public-profile, offline', path: '/professional/grace-walker', afterOpen: goOffline },
  { name: 'city', path: '/house-cleaning/tx/austin' },
  { name: 'state', path: '/house-cleaning/tx' },
  { name: 'cities', path: '/house-cleaning' },
  { name: 'not-found', path: '/nowhere' },
]
