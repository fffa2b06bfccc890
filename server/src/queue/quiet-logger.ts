import { Logger } from 'graphile-worker'

/** For work whose outcome its caller reports: the queue itself says nothing. */
export const quietLogger = new Logger(() => () => {})
