import { waitForPageMessage } from './actions.ts'
import { failRequests, keepRequestsPending } from './mock-answers.ts'
import {
  openDetails,
  pressFirstButton,
  withAlarm,
  withLetters,
  withProposal,
  withRequest,
  withSeriesRequest,
  withSkip,
  withReference,
  withSupportThread,
} from './letter-links.ts'
import type { ScreenState } from './screen.ts'

const CALLS = '**/api/letter-links/*'
const VISIT_CALLS = '**/api/visit-links/*'

/** The pages that links in letters open. */
export const letterScreens: readonly ScreenState[] = [
  { name: 'support-thread', path: '/support#token=example', beforeOpen: withSupportThread },
  { name: 'support-thread, ended', path: '/support#token=example' },
  { name: 'reference', path: '/reference#token=example', beforeOpen: withReference },
  { name: 'reference, ended', path: '/reference#token=example' },
  { name: 'answer-request', path: '/answer#token=example', beforeOpen: withRequest },
  {
    name: 'answer-visit',
    path: '/visit/example?answer=accepted',
    beforeOpen: withProposal,
  },
  {
    name: 'answer-visit, answered',
    path: '/visit/example',
    beforeOpen: withProposal,
    afterOpen: pressFirstButton,
  },
  {
    name: 'answer-visit, skipping',
    path: '/visit/example?answer=skipped',
    beforeOpen: withSkip,
  },
  {
    name: 'answer-request, regular visits',
    path: '/answer#token=example',
    beforeOpen: withSeriesRequest,
    afterOpen: openDetails,
  },
  {
    name: 'answer-visit, loading',
    path: '/visit/example',
    beforeOpen: keepRequestsPending(VISIT_CALLS),
  },
  { name: 'answer-visit, not checked in', path: '/safety/example', beforeOpen: withAlarm },
  { name: 'answer-visit, no more letters', path: '/safety/example?stop=1' },
  { name: 'answer-visit, expired', path: '/visit/example', afterOpen: waitForPageMessage },
  {
    name: 'answer-request, declining',
    path: '/answer?answer=declined#token=example',
    beforeOpen: withRequest,
  },
  {
    name: 'answer-request, answered',
    path: '/answer#token=example',
    beforeOpen: withRequest,
    afterOpen: pressFirstButton,
  },
  {
    name: 'answer-request, loading',
    path: '/answer#token=example',
    beforeOpen: keepRequestsPending(CALLS),
  },
  {
    name: 'answer-request, request failed',
    path: '/answer#token=example',
    beforeOpen: failRequests(CALLS),
    afterOpen: waitForPageMessage,
  },
  { name: 'answer-request, expired', path: '/answer#token=example', afterOpen: waitForPageMessage },
  { name: 'unsubscribe', path: '/unsubscribe#token=example', beforeOpen: withLetters },
  {
    name: 'unsubscribe, done',
    path: '/unsubscribe#token=example',
    beforeOpen: withLetters,
    afterOpen: pressFirstButton,
  },
  {
    name: 'unsubscribe, loading',
    path: '/unsubscribe#token=example',
    beforeOpen: keepRequestsPending(CALLS),
  },
  {
    name: 'unsubscribe, request failed',
    path: '/unsubscribe#token=example',
    beforeOpen: failRequests(CALLS),
    afterOpen: waitForPageMessage,
  },
  {
    name: 'unsubscribe, unknown',
    path: '/unsubscribe#token=example',
    afterOpen: waitForPageMessage,
  },
]
