import { placeKey } from './place-text.ts'

/** The states and territories of the United States that have ZIPs, by code. */
const STATES: Record<string, string> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AS: 'American Samoa',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  MP: 'Northern Mariana Islands',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VI: 'Virgin Islands',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
}

const STATES_BY_KEY = Object.entries(STATES).flatMap(([code, name]) => [
  { key: code.toLowerCase(), code },
  { key: placeKey(name), code },
])

/** The codes of the states whose code or name has this key ('tx', 'newyork'; see place-text.ts). All codes for ''. */
export function statesCalled(key: string): Set<string> {
  return new Set(
    STATES_BY_KEY.filter((state) => key === '' || state.key === key).map(({ code }) => code),
  )
}

/** The name of a state: 'Texas' for TX. */
export function stateName(code: string): string {
  return STATES[code] ?? code
}

/** Whether a text names the state with this code: 'TX', 'tx' and 'Texas' name TX. */
export function isNameOfState(text: string, code: string): boolean {
  const key = placeKey(text)
  return key !== '' && statesCalled(key).has(code)
}

/** The codes of the states whose code or name begins with this key. All codes for ''. */
export function statesBeginningWith(key: string): Set<string> {
  return new Set(STATES_BY_KEY.filter((state) => state.key.startsWith(key)).map(({ code }) => code))
}
