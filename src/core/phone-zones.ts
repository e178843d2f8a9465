/**
 * Time zones by the prefixes of numbers: country codes, and area codes where a country has several clocks. One zone
 * stands for all countries that share its clock by law or in the IANA database, and for islands of a country that few
 * numbers belong to. Not listed: countries whose numbers do
 * not tell the clock (the United States, Canada, Mexico, Russia, Australia, Indonesia), and zones that the time zone
 * data of older databases does not name (Kyiv).
 */
const prefixesOfZones: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': '55',
  'America/Cuiaba': '5565 5566',
  'America/Campo_Grande': '5567',
  'America/Rio_Branco': '5568',
  'America/Porto_Velho': '5569',
  'America/Manaus': '5592 5597',
  'America/Boa_Vista': '5595',
  'America/Argentina/Buenos_Aires': '54',
  'America/Asuncion': '595',
  'America/Montevideo': '598',
  'America/La_Paz': '591',
  'America/Santiago': '56',
  'America/Lima': '51',
  'America/Bogota': '57',
  'America/Guayaquil': '593',
  'America/Caracas': '58',
  'America/Guyana': '592',
  'America/Paramaribo': '597',
  'America/Cayenne': '594',
  'America/Belize': '501',
  'America/Guatemala': '502',
  'America/El_Salvador': '503',
  'America/Tegucigalpa': '504',
  'America/Managua': '505',
  'America/Costa_Rica': '506',
  'America/Panama': '507 1345 1658 1876',
  'America/Port-au-Prince': '509',
  'America/Havana': '53',
  'America/Puerto_Rico':
    '297 590 596 599 1246 1264 1268 1284 1340 1473 1664 1721 1758 1767 1784 1787 1809 1829 1849 1868 1869 1939',
  'Atlantic/Azores': '351292 351295 351296',
  'Atlantic/Madeira': '351291',
  'Atlantic/Canary': '34822 34828 34922 34928',
  'Europe/Lisbon': '351',
  'Europe/London': '44',
  'Europe/Dublin': '353',
  // the time of the European Union, and of its neighbours who follow it
  'Europe/Paris':
    '31 32 33 34 350 352 355 356 36 376 377 378 381 382 383 385 386 387 389 39 41 420 421 423 43 45 46 47 48 49',
  'Europe/Athens': '30 357 358 359 370 371 372 40',
  'Europe/Chisinau': '373',
  'Europe/Minsk': '375',
  'Europe/Istanbul': '90',
  'Atlantic/Cape_Verde': '238',
  'Africa/Abidjan': '220 221 222 223 224 225 226 228 231 232 233 239 245 354',
  'Africa/Lagos': '227 229 234 235 236 237 240 241 242 244',
  'Africa/Maputo': '250 257 258 260 263 265 267',
  'Africa/Johannesburg': '27 266 268',
  'Africa/Windhoek': '264',
  'Africa/Nairobi': '251 252 253 254 255 256 261 262269 262639 291',
  'Africa/Casablanca': '212',
  'Africa/Algiers': '213',
  'Africa/Tunis': '216',
  'Africa/Tripoli': '218',
  'Africa/Cairo': '20',
  'Asia/Beirut': '961',
  'Asia/Jerusalem': '972',
  'Asia/Amman': '962',
  'Asia/Damascus': '963',
  'Asia/Baghdad': '964',
  'Asia/Riyadh': '965 966 967',
  'Asia/Qatar': '973 974',
  'Asia/Dubai': '262 968 971',
  'Asia/Tehran': '98',
  'Asia/Tbilisi': '995',
  'Asia/Yerevan': '374',
  'Asia/Baku': '994',
  'Asia/Tashkent': '992 993 998',
  'Asia/Karachi': '92',
  'Asia/Kolkata': '91 94',
  'Asia/Kathmandu': '977',
  'Asia/Dhaka': '880',
  'Asia/Bangkok': '66 84 855 856',
  'Asia/Singapore': '60 63 65 673',
  'Asia/Shanghai': '852 853 86 886',
  'Asia/Tokyo': '81',
  'Asia/Seoul': '82',
  'Asia/Dili': '670',
  'Pacific/Auckland': '64',
};

/** IANA zones by the prefixes of numbers; the longest prefix applies. */
export const zonesByPrefix: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(prefixesOfZones).flatMap(([zone, prefixes]) => prefixes.split(' ').map((prefix) => [prefix, zone])),
);

/** The lengths of prefixes, the longest first. */
export const prefixLengths: readonly number[] = [
  ...new Set(Object.keys(zonesByPrefix).map(({ length }) => length)),
].toSorted((a, b) => b - a);
