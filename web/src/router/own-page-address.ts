/** The path of the screen 'You'. */
export const OWN_PAGE = '/you'
