/** The paths of the screens that show professionals, behind the tab 'Search'. rule: tab-bar */
export const SEARCH_SCREENS = /^\/(search$|professionals?\/|house-cleaning)/
