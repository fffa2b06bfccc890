import { waitForPageMessage } from './actions.ts'
import { failRequests, keepRequestsPending } from './mock-answers.ts'
import { pressFirstButton, withLetters, withRequest } from './letter-links.ts'
import type { GalleryScreen } from './screen.ts'

const REQUEST = '**/api/answer-links/*'
const LETTERS = '**/api/unsubscribe/*'

/** The pages that links in letters open. */
export const letterScreens: readonly GalleryScreen[] = [
  { name: 'answer-request', path: '/answer/example', beforeOpen: withRequest },
  {
    name: 'answer-request, declining',
    path: '/answer/example?answer=declined',
    beforeOpen: withRequest,
  },
  {
    name: 'answer-request, answered',
    path: '/answer/example',
    beforeOpen: withRequest,
    afterOpen: pressFirstButton,
  },
  {
    name: 'answer-request, loading',
    path: '/answer/example',
    beforeOpen: keepRequestsPending(REQUEST),
  },
  {
    name: 'answer-request, request failed',
    path: '/answer/example',
    beforeOpen: failRequests(REQUEST),
    afterOpen: waitForPageMessage,
  },
  { name: 'answer-request, expired', path: '/answer/example', afterOpen: waitForPageMessage },
  { name: 'unsubscribe', path: '/unsubscribe/example', beforeOpen: withLetters },
  {
    name: 'unsubscribe, done',
    path: '/unsubscribe/example',
    beforeOpen: withLetters,
    afterOpen: pressFirstButton,
  },
  {
    name: 'unsubscribe, loading',
    path: '/unsubscribe/example',
    beforeOpen: keepRequestsPending(LETTERS),
  },
  {
    name: 'unsubscribe, request failed',
    path: '/unsubscribe/example',
    beforeOpen: failRequests(LETTERS),
    afterOpen: waitForPageMessage,
  },
  { name: 'unsubscribe, unknown', path: '/unsubscribe/example', afterOpen: waitForPageMessage },
]
