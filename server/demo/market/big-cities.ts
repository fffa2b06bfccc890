/**
 * The largest cities of the United States, by the census and by the table of places, with the names that post offices
 * use. Each line is one city, or the districts that its ZIP codes are named after. A search in any of these finds at
 * least ten professionals.
 */
export const BIG_CITIES: readonly (readonly string[])[] = `
New York, NY
Brooklyn, NY
Bronx, NY
Staten Island, NY
Los Angeles, CA
Chicago, IL
Houston, TX
Phoenix, AZ
Philadelphia, PA
San Antonio, TX
San Diego, CA
Dallas, TX
Jacksonville, FL
Fort Worth, TX
San Jose, CA
Austin, TX
Charlotte, NC
Columbus, OH
Indianapolis, IN
San Francisco, CA
Seattle, WA
Denver, CO
Oklahoma City, OK
Nashville, TN
Washington, DC
El Paso, TX
Las Vegas, NV
Boston, MA
Detroit, MI
Portland, OR
Louisville, KY
Memphis, TN
Baltimore, MD
Milwaukee, WI
Albuquerque, NM
Tucson, AZ
Fresno, CA
Sacramento, CA
Mesa, AZ
Atlanta, GA
Kansas City, MO
Colorado Springs, CO
Omaha, NE
Raleigh, NC
Miami, FL
Virginia Beach, VA
Long Beach, CA
Oakland, CA
Minneapolis, MN
Bakersfield, CA
Tulsa, OK
Tampa, FL
Arlington, TX
Orlando, FL
Saint Louis, MO
Fort Lauderdale, FL
Saint Paul, MN
Cincinnati, OH
Cleveland, OH
Pittsburgh, PA
Buffalo, NY
Birmingham, AL
Salt Lake City, UT
New Orleans, LA
Wichita, KS
Aurora, CO
Honolulu, HI
Jamaica, NY; Flushing, NY; Queens Village, NY; Saint Albans, NY; Hollis, NY; Cambria Heights, NY
Astoria, NY; Long Island City, NY; Sunnyside, NY; Woodside, NY; Jackson Heights, NY; East Elmhurst, NY
Elmhurst, NY; Corona, NY; Rego Park, NY; Forest Hills, NY; Kew Gardens, NY; Maspeth, NY
Middle Village, NY; Ridgewood, NY; Woodhaven, NY; Richmond Hill, NY; Ozone Park, NY; Howard Beach, NY
Bayside, NY; Fresh Meadows, NY; Whitestone, NY; College Point, NY; Little Neck, NY; Oakland Gardens, NY
Far Rockaway, NY; Rockaway Park, NY; Arverne, NY; Breezy Point, NY; South Ozone Park, NY; South Richmond Hill, NY
Springfield Gardens, NY; Rosedale, NY; Bellerose, NY; Floral Park, NY; Glen Oaks, NY
Van Nuys, CA; Sherman Oaks, CA; North Hollywood, CA; Studio City, CA; Valley Village, CA; Panorama City, CA
Encino, CA; Tarzana, CA; Woodland Hills, CA; Reseda, CA; Canoga Park, CA; Winnetka, CA
Northridge, CA; Granada Hills, CA; Chatsworth, CA; West Hills, CA; Porter Ranch, CA; North Hills, CA
Sylmar, CA; Pacoima, CA; Sun Valley, CA; Mission Hills, CA; Sunland, CA; Tujunga, CA
San Pedro, CA; Wilmington, CA; Harbor City, CA; Venice, CA; Playa Del Rey, CA; Pacific Palisades, CA
Jamaica Plain, MA; Dorchester, MA; Roxbury, MA; Mattapan, MA; Hyde Park, MA; Roslindale, MA
Brighton, MA; Allston, MA; Charlestown, MA; West Roxbury, MA; Dorchester Center, MA; Roxbury Crossing, MA
La Jolla, CA; San Ysidro, CA; Miami Beach, FL; Cambridge, MA; Somerville, MA; Round Rock, TX
`
  .trim()
  .split('\n')
  .map((line) => line.split('; '))
