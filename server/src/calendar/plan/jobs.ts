import { defineJob } from '#server/queue/define-job.ts'
import { clearPastTimes } from './clear-past-times.ts'
import { readDueFeeds, readNewFeed } from '../busy/read-feeds.ts'

export const TIME_JOBS = [
  // On the hour, when own days begin, so that no card shows a pause that is over.
  defineJob({ name: 'forget-past-times', lane: 'other', every: '0 * * * *', run: clearPastTimes }),
  defineJob({ name: 'read-calendar', lane: 'calendars', run: readNewFeed }),
  defineJob({ name: 'read-calendars', lane: 'calendars', every: '*/5 * * * *', run: readDueFeeds }),
]
