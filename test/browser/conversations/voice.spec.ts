import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { sharedApp } from '../../support/app.js';
import { checkAppearance, sizes } from '../../support/appearance.js';
import { seriousViolations } from '../../support/axe.js';
import {
  fillSignIn,
  launchBrowser,
  phone,
  screenshot,
  signIn,
  type Visit,
  type VisitOptions,
  visit,
} from '../../support/browser.js';
import { bodyOf } from '../../support/client.js';
import { type FakeMicrophone, fakeMicrophone } from '../../support/fake-microphone.js';
import { files, recordings } from '../../support/files.js';
import { type Customer, type MessageRow, password, type TicketRow, world } from '../../support/world.js';

const app = await sharedApp();
let microphone: FakeMicrophone;
let browser: Browser;
const w = await world(app);

beforeAll(async () => {
  microphone = await fakeMicrophone();
  browser = await launchBrowser(microphone.switches);
});

afterAll(async () => {
  await browser?.close();
  await microphone?.remove();
});

interface Desk extends Visit {
  readonly email: string;
  readonly customer: Customer;
  readonly ticket: TicketRow;
}

/** A new attendant with an open conversation of a new customer. */
async function desk(name: string, options: VisitOptions & { browser?: Browser } = {}): Promise<Desk> {
  const attendant = await w.member({ name: `Atendente de ${name}` });
  const customer = w.customer(name);
  const { id, uuid } = await customer.says('Pode me explicar por áudio?');
  const ticket = bodyOf(await attendant.put<TicketRow>(`/tickets/${id}`, { status: 'open' }));
  const visited = await visit(options.browser ?? browser, app.url, options);
  await signIn(visited.page, attendant.me.email, password, `/tickets/${uuid}`);
  await field(visited.page).waitFor();
  return { ...visited, customer, ticket, email: attendant.me.email };
}

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Mensagem', exact: true });
const mic = (page: Page): Locator => page.getByRole('button', { name: 'Gravar mensagem de voz' });
const bar = (page: Page): Locator => page.getByRole('group', { name: 'Gravação de voz' });
const inBar = (page: Page, name: string): Locator => bar(page).getByRole('button', { name });
const bubbles = (page: Page): Locator => page.locator('[data-message]', { has: page.getByRole('slider') });
const playing = (page: Page): Locator => page.locator('[data-playing=true]');

/** Records until the clock shows so many seconds, or more of them: a busy machine may miss one. */
async function record(page: Page, seconds = 1): Promise<void> {
  await mic(page).click();
  await bar(page)
    .getByText(new RegExp(`^0:(0[${seconds}-9]|[1-5]\\d)$`))
    .waitFor();
}

async function voicesOf({ id }: TicketRow): Promise<MessageRow[]> {
  const { messages } = bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${id}?peek=true`));
  return messages.filter(({ fromMe, mediaType }) => fromMe && mediaType === 'audio');
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not come to that');
}

/** Duration and loudness of the audio at this address. */
const measureAudio = (page: Page, src: string): Promise<{ seconds: number; loudest: number }> =>
  page.evaluate(`fetch(${JSON.stringify(src)})
    .then((answer) => answer.arrayBuffer())
    .then((bytes) => new OfflineAudioContext(1, 1, 44100).decodeAudioData(bytes))
    .then((sound) => ({
      seconds: sound.duration,
      loudest: sound.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
    }))`);

describe('a recording', () => {
  it('can be played, sent, and played by the customer', async () => {
    const { page, pageErrors: complaints, end, ticket, customer } = await desk('Marina Costa');
    await record(page, 2);
    await screenshot(page, 'voice-1-recording');
    expect(await field(page).count()).toBe(0);
    expect(Number(await page.getByRole('meter').getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    expect(await seriousViolations(page)).toEqual([]);
    await inBar(page, 'Parar e ouvir').click();
    await inBar(page, 'Ouvir').click();
    await playing(page).waitFor();
    await screenshot(page, 'voice-2-review');
    expect(await seriousViolations(page)).toEqual([]);
    // the next control has the focus
    await inBar(page, 'Enviar').focus();
    await page.keyboard.press('Enter');
    await bubbles(page).locator('[data-state="delivered"]').waitFor();
    await mic(page).and(page.locator(':focus')).waitFor();
    await screenshot(page, 'voice-3-sent');
    await page.getByRole('main').getByText('Mensagem de voz').waitFor();

    const [sent, ...others] = await voicesOf(ticket);
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ mediaMime: 'audio/mpeg', body: '', data: { voice: true } });
    expect(sent?.mediaName).toMatch(/^audio-\d+\.mp3$/);
    expect(sent?.mediaSize).toBeGreaterThanOrEqual(10_000);
    const bytes = Buffer.from(await (await w.admin.download(sent?.mediaUrl ?? '')).arrayBuffer());
    // MPEG 1 layer 3 at 128 kbit/s, one channel
    expect([(bytes[1] ?? 0) & 0xfe, (bytes[2] ?? 0) >> 4, (bytes[3] ?? 0) >> 6]).toEqual([0xfa, 9, 3]);

    const manager = await w.member({ profile: 'admin', name: 'Gestora com telefone' });
    const theirs = await visit(browser, app.url);
    await signIn(theirs.page, manager.me.email, password, '/sandbox');
    await theirs.page.getByText('Marina Costa').first().click();
    await theirs.page.getByRole('button', { name: 'Ouvir' }).click();
    await playing(theirs.page).waitFor();
    await screenshot(theirs.page, 'voice-4-phone');
    const src = (await customer.sees()).find(({ mediaType }) => mediaType === 'audio')?.mediaUrl ?? '';
    const sound = await measureAudio(theirs.page, src);
    expect(sound.seconds).toBeGreaterThan(1.9);
    expect(sound.loudest).toBeGreaterThan(0.05);

    // and answers by the phone's recorder
    await record(theirs.page);
    await screenshot(theirs.page, 'voice-5-phone-recording');
    await inBar(theirs.page, 'Enviar').click();
    await bubbles(page).nth(1).waitFor();
    expect([...complaints, ...theirs.pageErrors]).toEqual([]);
    await theirs.end();
    await end();
  });

  it('can be cancelled; one that is too short is dropped with a message', async () => {
    const { page, pageErrors: complaints, end, ticket } = await desk('João Lima');
    await record(page);
    await inBar(page, 'Cancelar a gravação').click();
    await field(page).waitFor();
    // an accidental click: stopped at once
    await page.evaluate(`new MutationObserver((_, observer) => {
      const stop = document.querySelector('[data-step=stop]');
      if (!stop) return;
      observer.disconnect();
      stop.click();
    }).observe(document.body, { childList: true, subtree: true })`);
    await mic(page).click();
    await page.getByText('A gravação é curta demais e foi descartada.').waitFor();
    await field(page).waitFor();
    await app.settled();
    expect(await voicesOf(ticket)).toEqual([]);
    // with a text the button sends instead of recording
    await field(page).fill('oi');
    await page.getByRole('button', { name: 'Enviar', exact: true }).waitFor();
    expect(await mic(page).count()).toBe(0);
    expect(complaints).toEqual([]);
    await end();
  });

  it('is kept with its conversation after leaving; closing the page asks for confirmation', async () => {
    const { page, pageErrors: complaints, end, ticket } = await desk('Rita Alves');
    await record(page);
    await page.getByRole('link', { name: 'Contatos', exact: true }).click();
    await page.getByText('A gravação parou e ficou guardada na conversa.').waitFor();
    const asked = new Promise<string>((resolve) =>
      page.once('dialog', async (dialog) => {
        resolve(dialog.type());
        await dialog.dismiss();
      }),
    );
    await page.close({ runBeforeUnload: true });
    expect(await asked).toBe('beforeunload');
    await page.goBack();
    await inBar(page, 'Enviar').waitFor();
    await page.waitForLoadState('networkidle');
    // a resolved conversation accepts no message, but the recording is kept
    bodyOf(await w.admin.put<TicketRow>(`/tickets/${ticket.id}`, { status: 'closed' }));
    await bar(page).getByText('Conversa resolvida. Reabra para escrever.').waitFor();
    expect(await inBar(page, 'Enviar').isDisabled()).toBe(true);
    await inBar(page, 'Descartar a gravação').click();
    await field(page).waitFor();
    expect(await mic(page).isDisabled()).toBe(true);
    expect(await voicesOf(ticket)).toEqual([]);
    expect(complaints).toEqual([]);
    await end();
  });

  it('stops when the list is opened and when the session ends; neither loses it', async () => {
    const {
      page,
      pageErrors: complaints,
      context,
      end,
      email,
    } = await desk('Davi Moura', { viewport: phone, own: true });
    // only reads whether the microphone is still open
    await context.addInitScript(`
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wish) => (window.openedStream = await open(wish));
    `);
    const listening = () => page.evaluate('window.openedStream?.active');
    await page.reload();
    await record(page);
    expect(await listening()).toBe(true);
    await page.getByRole('tab', { name: 'Atendimentos', exact: true }).click();
    await page.getByText('A gravação parou e ficou guardada na conversa.').waitFor();
    expect(await listening()).toBe(false);
    await page.getByRole('tab', { name: 'Conversa', exact: true }).click();
    await inBar(page, 'Descartar a gravação').click();

    const address = page.url();
    await record(page);
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByLabel('E-mail').waitFor();
    expect(await listening()).toBe(false);
    await fillSignIn(page, email, password);
    await page.getByRole('tab', { name: 'Atendimentos', exact: true }).click();
    await page.getByText('Davi Moura', { exact: true }).first().click();
    await page.waitForURL(address);
    await inBar(page, 'Descartar a gravação').click();
    await field(page).waitFor();
    expect(complaints).toEqual([]);
    await end();
  });

  it('is sent exactly once when the user leaves meanwhile', async () => {
    const { page, pageErrors: complaints, context, end, ticket } = await desk('Paulo Dias', { own: true });
    await record(page, 3);
    const network = await context.newCDPSession(page);
    const slow = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await network.send('Network.enable');
    await slow(12_000);
    await inBar(page, 'Enviar').click();
    await page.getByRole('button', { name: 'Cancelar o envio' }).waitFor();
    // spec 000 §4: disabled also while sending
    expect(await field(page).isDisabled()).toBe(true);
    expect(await mic(page).isDisabled()).toBe(true);
    await screenshot(page, 'voice-6-sending');
    await page.getByRole('link', { name: 'Contatos', exact: true }).click();
    await page.waitForURL(/\/contacts/);
    expect(await voicesOf(ticket)).toEqual([]);
    await slow(-1);
    await until(async () => (await voicesOf(ticket)).length > 0);
    await page.goBack();
    await bubbles(page).locator('[data-state="delivered"]').waitFor();
    await app.settled();
    expect(await bubbles(page).count()).toBe(1);
    expect(await voicesOf(ticket)).toHaveLength(1);
    expect(complaints).toEqual([]);
    await end();
  });

  it('is kept while offline, and sent when online again', async () => {
    const { page, context, end, ticket } = await desk('Sônia Prado');
    await record(page);
    await context.setOffline(true);
    await inBar(page, 'Enviar').click();
    await bubbles(page).getByText('Aguardando conexão').last().waitFor();
    await bubbles(page).getByRole('button', { name: 'Ouvir' }).click();
    await playing(page).waitFor();
    await context.setOffline(false);
    await bubbles(page).locator('[data-state="delivered"]').waitFor();
    expect(await voicesOf(ticket)).toHaveLength(1);
    await end();
  });
});

describe('the player', () => {
  it('continues with the next voice message of the same side, one at a time, by pointer and by keys', async () => {
    const { page, pageErrors: complaints, end, customer } = await desk('Vera Nunes');
    const file = await recordings.mp3();
    for (const _ of [1, 2]) await customer.says('', { file });
    await bubbles(page).nth(1).waitFor();
    const player = (index: number) => bubbles(page).nth(index).locator('[data-playing]');
    const states = () =>
      page.evaluate('[...document.querySelectorAll("[data-playing]")].map(({ dataset }) => dataset.playing)');
    // its waveform is drawn from its content
    await player(1).locator('svg path[vector-effect]').first().waitFor();
    await screenshot(page, 'voice-7-players');
    await player(0).getByRole('button', { name: 'Ouvir' }).click();
    await player(0).and(page.locator('[data-playing=true]')).waitFor();
    expect(await states()).toEqual(['true', 'false']);
    await player(1).and(page.locator('[data-playing=true]')).waitFor();
    expect(await states()).toEqual(['false', 'true']);
    await playing(page).waitFor({ state: 'detached' });

    const slider = player(0).getByRole('slider');
    await slider.press('End');
    const length = Number(await slider.inputValue());
    expect(length).toBeGreaterThan(0.9);
    expect(await slider.getAttribute('aria-valuetext')).toBe('0:01 de 0:01');
    await slider.press('Home');
    await slider.press('ArrowRight');
    expect(Number(await slider.inputValue())).toBeCloseTo(length / 50, 1);
    const room = await player(0).locator('.MuiSlider-root').boundingBox();
    if (!room) throw new Error('There is no slider');
    await page.mouse.click(room.x + room.width / 2, room.y + room.height / 2);
    expect(Number(await slider.inputValue())).toBeCloseTo(length / 2, 1);
    expect(complaints).toEqual([]);
    await end();
  });

  it('shows no waveform for a large file, but its duration', async () => {
    const { page, pageErrors: complaints, end, customer } = await desk('Olga Braga');
    const bytes = Buffer.concat(Array.from({ length: 2_000 }, () => files.mp3.bytes));
    await customer.says('', { file: { ...files.mp3, bytes } });
    await bubbles(page)
      .getByText(/^2:3\d$/)
      .waitFor();
    expect(await bubbles(page).locator('svg path[vector-effect]').count()).toBe(0);
    await bubbles(page).getByRole('slider').press('PageUp');
    await bubbles(page)
      .getByText(/^0:1\d$/)
      .waitFor();
    expect(complaints).toEqual([]);
    await end();
  });

  it('stores its speed for all voice messages, also over a reload', async () => {
    const { page, end, customer } = await desk('Caio Reis');
    const file = await recordings.mp3();
    for (const _ of [1, 2]) await customer.says('', { file });
    const speeds = page.getByRole('button', { name: /^Velocidade/ });
    await speeds.nth(1).waitFor();
    const seen = [await speeds.first().innerText()];
    for (let clicks = 0; clicks < 4; clicks += 1) {
      await speeds.first().click();
      seen.push(await speeds.nth(1).innerText());
    }
    expect(seen).toEqual(['1×', '1,5×', '2×', '0,5×', '1×']);
    await speeds.first().click();
    await page.reload();
    await speeds.nth(1).waitFor();
    expect(await speeds.allInnerTexts()).toEqual(['1,5×', '1,5×']);
    await end();
  });
});

describe('without a microphone', () => {
  it('explains what to do', async () => {
    const refused = await desk('Nair Melo');
    // the only refusal in a headless browser: by the permissions policy of the page
    await refused.page.route('**/tickets/*', async (route) => {
      const page = await route.fetch();
      await route.fulfill({ response: page, headers: { ...page.headers(), 'permissions-policy': 'microphone=()' } });
    });
    await refused.page.reload();
    await mic(refused.page).click();
    await refused.page.getByText('O navegador não permitiu o uso do microfone.').waitFor();
    await field(refused.page).waitFor();
    await screenshot(refused.page, 'voice-8-refused');
    await refused.end();

    const deaf = await launchBrowser();
    try {
      const { page } = await desk('Ivo Luz', { browser: deaf });
      await mic(page).click();
      await page.getByText('Nenhum microfone foi encontrado.').waitFor();
      await field(page).waitFor();
    } finally {
      await deaf.close();
    }
  });
});

describe.each(sizes)('recording, %s', (name, viewport) => {
  it('fits its width and satisfies axe', async () => {
    const { page, pageErrors: complaints, end, customer } = await desk(`Cliente ${name}`, { viewport });
    await customer.says('', { file: await recordings.mp3() });
    await record(page);
    expect(await checkAppearance(page, `voice-${name}-recording`)).toEqual([]);
    await inBar(page, 'Parar e ouvir').click();
    await inBar(page, 'Enviar').waitFor();
    expect(await checkAppearance(page, `voice-${name}-review`)).toEqual([]);
    await inBar(page, 'Enviar').click();
    await bubbles(page).nth(1).locator('[data-state="delivered"]').waitFor();
    expect(await checkAppearance(page, `voice-${name}-sent`)).toEqual([]);
    expect(complaints).toEqual([]);
    await end();
  });
});
