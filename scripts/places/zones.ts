import { find } from 'geo-tz/all'

/** An IANA zone that few people of a ZIP live in, the one that most of them live in, and why. */
type Correction = { zone: string; because: string }

const EASTERN = 'America/New_York'
const CENTRAL = 'America/Chicago'
const MOUNTAIN = 'America/Denver'
const PACIFIC = 'America/Los_Angeles'
const ARIZONA = 'America/Phoenix'

const withColumbus = { zone: EASTERN, because: 'lives by the clocks of Columbus, Georgia' }
const withWestPoint = { zone: EASTERN, because: 'lives by the clocks of West Point, Georgia' }
const inGibson = { zone: CENTRAL, because: 'the town lies in Gibson County, which is Central' }
const inHamilton = { zone: EASTERN, because: 'the town lies in Hamilton County, which is Eastern' }
const northOfSalmon = {
  zone: PACIFIC,
  because: 'the town lies in the Pacific part of Idaho County',
}
const inFlagstaff = { zone: ARIZONA, because: 'Flagstaff lies outside the Navajo Nation' }

/**
 * ZIPs of which the source has the zone of their middle or of a neighbour. A visit there would be an hour off. Each was
 * compared with the map of zones and with the place of its post office. rule: place-time-zone
 */
export const CORRECTIONS: ReadonlyMap<string, Correction> = new Map<string, Correction>([
  ['36854', withWestPoint],
  ['36863', withWestPoint],
  ['36867', withColumbus],
  ['36868', withColumbus],
  ['36869', withColumbus],
  ['36870', withColumbus],
  ['36877', withColumbus],
  ['37337', { zone: EASTERN, because: 'the town lies in Rhea County, which is Eastern' }],
  ['37377', inHamilton],
  ['37396', { zone: CENTRAL, because: 'lies in Marion County, which is Central' }],
  ['37405', inHamilton],
  ['37419', inHamilton],
  ['37854', { zone: EASTERN, because: 'the town lies in Roane County, which is Eastern' }],
  ['42528', { zone: EASTERN, because: 'the town lies in Casey County, which is Eastern' }],
  ['42603', { zone: CENTRAL, because: 'the town lies in Clinton County, which is Central' }],
  ['42712', { zone: CENTRAL, because: 'the town lies in Grayson County, which is Central' }],
  [
    '42784',
    { zone: EASTERN, because: 'most live in Hardin and Larue Counties, which are Eastern' },
  ],
  [
    '46968',
    {
      zone: 'America/Indiana/Knox',
      because: 'the town lies in Starke County, which is Central',
    },
  ],
  ['47640', inGibson],
  ['47660', inGibson],
  ['47948', { zone: CENTRAL, because: 'the town lies in Newton County, which is Central' }],
  ['47977', { zone: CENTRAL, because: 'the town lies in Jasper County, which is Central' }],
  ['57521', { zone: MOUNTAIN, because: 'the town lies in Jackson County, which is Mountain' }],
  ['57601', { zone: CENTRAL, because: 'Mobridge lies east of the Missouri, which is Central' }],
  ['69161', { zone: CENTRAL, because: 'the town lies in Thomas County, which is Central' }],
  ['83522', northOfSalmon],
  ['83542', northOfSalmon],
  ['86002', inFlagstaff],
  ['86003', inFlagstaff],
  ['86040', { zone: ARIZONA, because: 'Page lies outside the Navajo Nation' }],
  ['86047', { zone: ARIZONA, because: 'Winslow lies outside the Navajo Nation' }],
  ['86512', { zone: MOUNTAIN, because: 'most live in Nahata Dziil, on land of the Navajo Nation' }],
  ['89883', { zone: MOUNTAIN, because: 'West Wendover lives by the clocks of Wendover, Utah' }],
  ['96898', { zone: 'Pacific/Wake', because: 'Wake Island lies west of the date line' }],
  ['97840', { zone: PACIFIC, because: 'lies in Baker County, which is Pacific' }],
])

/**
 * ZIPs whose zone is right, though the map has another one in the middle of their land, or where the source has their
 * post office.
 */
const CHECKED: ReadonlyMap<string, string> = new Map([
  ['36874', 'Salem is Central; only Smiths Station beside it lives by Eastern time'],
  ['58535', 'Flasher lies in Morton County, which is Central'],
  ['69165', 'Sutherland lies in Lincoln County, which is Central'],
  ['86028', 'the national park keeps the time of Arizona'],
  ['86034', 'most live outside the Hopi Reservation, on land of the Navajo Nation'],
  ['86502', 'Chambers lies outside the Navajo Nation'],
])

type ZonedPlace = { zip: string; latitude: number; longitude: number; timeZone: string }
type Difference = { zip: string; timeZone: string; onMap: string; accepted: string | undefined }

/**
 * The ZIPs whose clock, in January or in July, is not that of the map of zones (package geo-tz) at these coordinates.
 * `accepted` says why that is right; undefined if nobody has checked it.
 */
export function differencesFromMap(zips: readonly ZonedPlace[]): Difference[] {
  return zips.flatMap(({ zip, latitude, longitude, timeZone }) => {
    const zones = find(latitude, longitude)
    if (zones.some((zone) => clockOf(zone) === clockOf(timeZone))) return []
    const correction = CORRECTIONS.get(zip)
    const accepted = correction?.zone === timeZone ? correction.because : CHECKED.get(zip)
    return [{ zip, timeZone, onMap: zones.join(', '), accepted }]
  })
}

const clocks = new Map<string, string>()

/** The zone's offsets in winter and in summer. */
function clockOf(timeZone: string): string {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const offsets = ['2027-01-15T12:00Z', '2027-07-15T12:00Z'].map(
    (instant) => Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).offset,
  )
  clocks.set(timeZone, offsets.join())
  return offsets.join()
}
