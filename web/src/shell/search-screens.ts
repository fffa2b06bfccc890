/** The paths of the screens that show professionals, behind the tab 'Search'. rule: navigation */
export const SEARCH_SCREENS = /^\/(search$|professionals?\/|house-cleaning)/
