/** The id of the element under the header where the notice about the connection appears. */
export const STATUS_NOTICE = 'status-notice'
