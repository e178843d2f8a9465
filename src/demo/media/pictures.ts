import sharp, { type Sharp } from 'sharp';

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly svg: string;
}

const linear = (id: string, ...stops: readonly string[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops
    .map((color, index) => `<stop offset="${index / (stops.length - 1)}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`;

const bars = (count: number, bar: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => bar(index)).join('');

/** Drawn scenes in the shapes that phones send: wide, tall, square, very wide. No letters, so that no font is needed. */
const pictures = {
  sunset: {
    width: 1280,
    height: 853,
    svg: `<defs>${linear('s', '#28406e', '#e0795a', '#ffd08a')}${linear('m', '#5b4a72', '#2c2740')}</defs>
      <rect width="1280" height="853" fill="url(#s)"/><circle cx="860" cy="520" r="86" fill="#fff1c9"/>
      <path d="M0 560 L220 430 L420 540 L640 400 L900 560 L1100 470 L1280 560 V853 H0Z" fill="url(#m)"/>
      <path d="M0 700 Q320 620 640 690 T1280 660 V853 H0Z" fill="#1d1a2c"/>`,
  },
  reception: {
    width: 1440,
    height: 1080,
    svg: `<defs>${linear('w', '#f4efe6', '#ded4c3')}${linear('f', '#b98d5f', '#8d653f')}${linear('d', '#2f8f83', '#1f6058')}</defs>
      <rect width="1440" height="1080" fill="url(#w)"/><rect y="800" width="1440" height="280" fill="url(#f)"/>
      <rect x="120" y="120" width="420" height="420" rx="6" fill="#bfe0f2"/><path d="M120 400 q120 -120 210 -20 t210 -40 v200 h-420z" fill="#7fb28a"/>
      <rect x="700" y="560" width="600" height="330" rx="18" fill="url(#d)"/><rect x="670" y="530" width="660" height="46" rx="14" fill="#f9f6f0"/>
      <circle cx="1180" cy="450" r="60" fill="#3f7d4f"/><circle cx="1120" cy="470" r="46" fill="#4f9160"/><rect x="1120" y="490" width="90" height="44" rx="8" fill="#d98b5f"/>
      <rect x="250" y="700" width="300" height="130" rx="30" fill="#d9663d"/><rect x="230" y="600" width="340" height="150" rx="40" fill="#e07a52"/>`,
  },
  product: {
    width: 1080,
    height: 1080,
    svg: `<defs>${linear('b', '#eef2f8', '#cfd9ea')}${linear('t', '#1f6feb', '#153f85')}${linear('c', '#ffffff', '#c9d3e3')}</defs>
      <rect width="1080" height="1080" fill="url(#b)"/><ellipse cx="540" cy="900" rx="290" ry="44" fill="#94a3bd"/>
      <rect x="380" y="300" width="320" height="590" rx="54" fill="url(#t)"/><rect x="430" y="190" width="220" height="130" rx="26" fill="url(#c)"/>
      <rect x="380" y="500" width="320" height="210" fill="#f7f9fc"/><circle cx="540" cy="605" r="64" fill="#12905a"/><path d="M508 604 l24 26 44 -52" stroke="#fff" stroke-width="16" fill="none"/>
      <rect x="410" y="330" width="34" height="530" rx="17" fill="#fff" opacity=".22"/>`,
  },
  receipt: {
    width: 720,
    height: 1280,
    svg: `<defs>${linear('p', '#7c3aed', '#4c1d95')}</defs><rect width="720" height="1280" fill="#f4f6fa"/><rect width="720" height="340" fill="url(#p)"/>
      <circle cx="360" cy="170" r="74" fill="#fff"/><path d="M322 170 l30 32 52 -62" stroke="#12905a" stroke-width="18" fill="none"/>
      <rect x="60" y="280" width="600" height="880" rx="28" fill="#fff"/><rect x="160" y="340" width="400" height="58" rx="10" fill="#0f1b2d"/>
      ${bars(9, (i) => `<rect x="110" y="${470 + i * 68}" width="${150 + ((i * 47) % 90)}" height="20" rx="8" fill="#c4cede"/><rect x="${430 - ((i * 31) % 60)}" y="${470 + i * 68}" width="${180 + ((i * 31) % 60)}" height="20" rx="8" fill="#5d6b82"/>`)}`,
  },
  screen: {
    width: 640,
    height: 1385,
    svg: `<rect width="640" height="1385" fill="#0f1722"/><rect width="640" height="150" fill="#1a2b4a"/><rect x="40" y="84" width="260" height="30" rx="8" fill="#6ea2ff"/>
      ${bars(6, (i) => `<rect x="40" y="${200 + i * 118}" width="560" height="96" rx="18" fill="#1b2534"/><circle cx="98" cy="${248 + i * 118}" r="28" fill="#3a4a63"/><rect x="150" y="${226 + i * 118}" width="${230 + ((i * 61) % 150)}" height="18" rx="8" fill="#9aa8bd"/><rect x="150" y="${258 + i * 118}" width="${150 + ((i * 37) % 120)}" height="14" rx="7" fill="#4a5a73"/>`)}
      <rect x="40" y="960" width="560" height="220" rx="24" fill="#3a1d22"/><circle cx="320" cy="1030" r="40" fill="#e5484d"/><rect x="312" y="1006" width="16" height="32" fill="#fff"/><circle cx="320" cy="1050" r="8" fill="#fff"/><rect x="140" y="1100" width="360" height="20" rx="10" fill="#f0a3a6"/>`,
  },
  storefront: {
    width: 1600,
    height: 700,
    svg: `<defs>${linear('k', '#9fc4ea', '#dbeaf7')}${linear('h', '#f6e7cf', '#e3cda8')}</defs>
      <rect width="1600" height="700" fill="url(#k)"/><rect y="600" width="1600" height="100" fill="#6b7280"/><rect x="180" y="120" width="1240" height="480" fill="url(#h)"/>
      <path d="M160 240 H1440 L1490 330 H110Z" fill="#b45309"/>${bars(9, (i) => `<path d="M${160 + i * 142} 240 h71 l${-12 + i * 3} 90 h-74z" fill="#fff" opacity=".85"/>`)}
      <rect x="260" y="370" width="420" height="200" fill="#24405c"/><rect x="760" y="370" width="170" height="230" fill="#5a3d22"/><rect x="1010" y="370" width="320" height="200" fill="#24405c"/>
      <path d="M260 370 h150 l-90 200 h-60z" fill="#fff" opacity=".18"/><circle cx="905" cy="490" r="10" fill="#e9c46a"/>`,
  },
  parcel: {
    width: 1200,
    height: 1600,
    svg: `<defs>${linear('o', '#d8c3a5', '#b99b74')}${linear('g', '#c8955c', '#8f6234')}${linear('u', '#e2b57f', '#c08d54')}</defs>
      <rect width="1200" height="1600" fill="url(#o)"/>${bars(8, (i) => `<rect y="${i * 200}" width="1200" height="5" fill="#a5855c"/>`)}
      <ellipse cx="600" cy="1290" rx="470" ry="80" fill="#7a5c38" opacity=".6"/>
      <path d="M190 660 L600 760 L1010 640 L1000 1180 L610 1310 L210 1170Z" fill="url(#g)"/><path d="M600 760 L1010 640 L1000 1180 L610 1310Z" fill="#7d5429" opacity=".55"/>
      <path d="M190 660 L560 540 L640 600 L720 535 L1010 640 L600 760Z" fill="url(#u)"/><path d="M560 540 L640 600 L720 535 L690 640 L610 690 L540 640Z" fill="#8f6234"/>
      <path d="M380 610 L800 700 l4 60 L400 668z" fill="#efe3c8" opacity=".8"/><path d="M250 980 l90 -70 60 80 80 -60" stroke="#5f3f1d" stroke-width="9" fill="none" opacity=".7"/>`,
  },
  leak: {
    width: 960,
    height: 1280,
    svg: `<defs>${linear('a', '#e7ecef', '#b7c3c9')}${linear('q', '#7fb4d8', '#3d7dd9')}</defs><rect width="960" height="1280" fill="url(#a)"/>
      ${bars(7, (i) => `<rect y="${i * 186}" width="960" height="6" fill="#9aa9b1"/><rect x="${(i * 240) % 960}" y="${i * 186}" width="6" height="186" fill="#9aa9b1"/>`)}
      <rect x="400" width="120" height="620" fill="#8b97aa"/><rect x="360" y="560" width="200" height="90" rx="20" fill="#5d6b82"/><rect x="420" width="26" height="560" fill="#fff" opacity=".35"/>
      <path d="M460 650 q-60 140 0 190 q60 -50 0 -190z" fill="url(#q)"/><ellipse cx="470" cy="1120" rx="300" ry="66" fill="url(#q)" opacity=".7"/>`,
  },
} as const satisfies Record<string, Picture>;

export type PictureName = keyof typeof pictures;

const encode = (image: Sharp): Promise<Buffer> => image.jpeg({ quality: 82, mozjpeg: false }).toBuffer();

/** The scene as a JPEG with the slight blur and grain of a phone's camera. */
export async function picture(name: PictureName): Promise<Buffer> {
  const { width, height, svg } = pictures[name];
  const grain = await sharp({
    create: {
      width: 320,
      height: 320,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 9 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${svg}</svg>`;
  return encode(
    sharp(Buffer.from(drawn))
      .blur(0.8)
      .composite([{ input: grain, tile: true, blend: 'soft-light' }]),
  );
}

/** A sticker: a waving face on nothing, 512 pixels square as WhatsApp wants it. */
export function sticker(): Promise<Buffer> {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><circle cx="256" cy="256" r="210" fill="#ffd54f" stroke="#fff" stroke-width="22"/>
    <circle cx="186" cy="220" r="28" fill="#3b2f14"/><circle cx="326" cy="220" r="28" fill="#3b2f14"/>
    <path d="M150 300 q106 130 212 0" fill="#fff" stroke="#3b2f14" stroke-width="18"/><circle cx="130" cy="290" r="26" fill="#ff8a65"/><circle cx="382" cy="290" r="26" fill="#ff8a65"/></svg>`;
  return sharp(Buffer.from(drawn)).webp({ quality: 85 }).toBuffer();
}
