import { Logger } from 'graphile-worker'

/** Logs nothing. For queue work whose result the caller reports. */
export const quietLogger = new Logger(() => () => {})
