/** Paper that is filled from top to bottom, with as many pages as it needs, by one document after the other. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { isFromRight, LACKING, runsOf, withoutLacking } from './runs.ts';

export const MARGIN = 50;
const GREY = '#667085';
const RULE = '#d0d5dd';
const LINE_HEIGHT = 1.35;
/** A word longer than its column is cut into parts of so many characters. */
const LONGEST_PIECE = 24;

type Style = { size?: number; isBold?: boolean; isGrey?: boolean; align?: 'left' | 'right' };
export type Cell = { text: string; note?: string; style?: Style };
export type Column = { title: string; width: number; align?: 'left' | 'right' };

const fontFile = (name: string) =>
  readFile(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
let fonts: Promise<{ plain: Buffer; bold: Buffer }> | undefined;

/** Read once, when the first document is made. */
async function readFonts() {
  const [plain, bold] = await Promise.all([
    fontFile('DejaVuSansCondensed'),
    fontFile('DejaVuSansCondensed-Bold'),
  ]);
  return { plain, bold };
}

/** The font as pdfkit has it from fontkit; its types leave it out. */
type FontInUse = { font: { hasGlyphForCodePoint(codePoint: number): boolean } };

const LACKING_NOTE = `${LACKING} stands for characters that the font of this file lacks, such as Chinese, Japanese and Korean ones. The page of this document in the dashboard shows and prints them.`;

export class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #bytes: Promise<Buffer>;
  #isLacking = false;
  /** The first page of each document. */
  readonly #starts = [0];
  readonly #images = new Map<Uint8Array, PDFKit.Mixins.ImageSrc>();
  /** The place of the next thing that is drawn. */
  y = MARGIN;

  private constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    const pieces: Buffer[] = [];
    pdf.on('data', (piece: Buffer) => pieces.push(piece));
    this.#bytes = new Promise((resolve, reject) => {
      pdf.on('end', () => resolve(Buffer.concat(pieces)));
      pdf.on('error', reject);
    });
  }

  static async open(info: {
    title: string;
    author: string;
    madeAt: Date;
    isLetter: boolean;
  }): Promise<Sheet> {
    fonts ??= readFonts();
    const { plain, bold } = await fonts;
    const { title, author, madeAt } = info;
    const pdf = new PDFDocument({
      size: info.isLetter ? 'LETTER' : 'A4',
      margin: MARGIN,
      bufferPages: true,
      lang: 'en',
      displayTitle: true,
      info: {
        Title: title,
        Author: author,
        CreationDate: madeAt,
        Producer: 'Colonnade',
        Creator: 'Colonnade',
      },
      font: undefined,
    });
    pdf.registerFont('plain', plain);
    pdf.registerFont('bold', bold);
    return new Sheet(pdf);
  }

  get width(): number {
    return this.#pdf.page.width - 2 * MARGIN;
  }

  get #bottom(): number {
    return this.#pdf.page.height - MARGIN - 20;
  }

  /** Draws a text into a column, and returns where it ends. */
  text(text: string, x: number, y: number, width: number, style: Style = {}): number {
    const { size = 9.5, isGrey = false } = style;
    this.#use(style);
    this.#pdf.fillColor(isGrey ? GREY : 'black');
    let at = y;
    for (const line of this.#linesOf(text, width)) {
      const runs = runsOf(line).map((run) => ({ run, width: this.#widthOf(run) }));
      const whole = runs.reduce((sum, each) => sum + each.width, 0);
      let left = style.align === 'right' ? x + width - whole : x;
      for (const each of runs) {
        this.#pdf.text(each.run, left, at, { lineBreak: false, ...shapingOf(each.run) });
        left += each.width;
      }
      at += size * LINE_HEIGHT;
    }
    return at;
  }

  heightOf(text: string, width: number, style: Style = {}): number {
    this.#use(style);
    return this.#linesOf(text, width).length * (style.size ?? 9.5) * LINE_HEIGHT;
  }

  rule(): void {
    this.#pdf
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + this.width, this.y)
      .lineWidth(0.5)
      .stroke(RULE);
  }

  box(x: number, y: number, size: number): void {
    this.#pdf.rect(x, y, size, size).lineWidth(0.75).stroke(GREY);
  }

  image(bytes: Uint8Array, width: number, height: number): void {
    const image = this.#images.get(bytes) ?? this.#open(bytes);
    this.#images.set(bytes, image);
    this.#pdf.image(image, MARGIN, this.y, { fit: [width, height] });
  }

  /** Begins another page if less than this height is left; `again` draws what is repeated there. */
  need(height: number, again?: () => void): void {
    if (this.y + height <= this.#bottom) return;
    this.#pdf.addPage();
    this.y = MARGIN;
    again?.();
  }

  table(columns: Column[], rows: Cell[][], mark?: (row: number, x: number, y: number) => void) {
    const lefts = columns.map((_, index) =>
      columns.slice(0, index).reduce((sum, { width }) => sum + width, MARGIN),
    );
    const head = () => {
      columns.forEach(({ title, width, align }, index) => {
        this.text(title, lefts[index]!, this.y, width - 8, { size: 8, isGrey: true, align });
      });
      this.y += 16;
      this.rule();
      this.y += 7;
    };
    this.need(60, undefined);
    head();
    for (const [number, cells] of rows.entries()) {
      const heights = cells.map(({ text, note, style }, index) => {
        const width = columns[index]!.width - 8;
        return this.heightOf(text, width, style) + (note ? this.heightOf(note, width, NOTE) : 0);
      });
      const height = Math.max(...heights);
      this.need(height + 12, head);
      cells.forEach(({ text, note, style }, index) => {
        const { width, align } = columns[index]!;
        const end = this.text(text, lefts[index]!, this.y, width - 8, { align, ...style });
        if (note) this.text(note, lefts[index]!, end, width - 8, NOTE);
      });
      mark?.(number, lefts.at(-1)!, this.y);
      this.y += height + 5;
      this.rule();
      this.y += 7;
    }
  }

  /** Ends the document, and begins the next one on a page of its own. */
  startAnother(): void {
    this.#explainMarks();
    this.#pdf.addPage();
    this.#starts.push(this.#pdf.bufferedPageRange().count - 1);
    this.y = MARGIN;
  }

  /** Numbers the pages of each document that has several, and returns the file. */
  end(): Promise<Buffer> {
    this.#explainMarks();
    const all = this.#pdf.bufferedPageRange().count;
    for (const [place, start] of this.#starts.entries()) {
      const count = (this.#starts[place + 1] ?? all) - start;
      for (let page = 0; count > 1 && page < count; page++) {
        this.#pdf.switchToPage(start + page);
        const y = this.#pdf.page.height - MARGIN - 8;
        const number = `${page + 1} / ${count}`;
        this.text(number, MARGIN, y, this.width, { size: 8, isGrey: true, align: 'right' });
      }
    }
    this.#pdf.end();
    return this.#bytes;
  }

  /** Explains the marks of characters that the font lacks, if the document has any. */
  #explainMarks(): void {
    if (!this.#isLacking) return;
    this.need(40);
    this.text(LACKING_NOTE, MARGIN, this.y + 16, this.width, NOTE);
    this.#isLacking = false;
  }

  /** An opened image is in the file once, however often it is drawn. */
  #open(bytes: Uint8Array): PDFKit.Mixins.ImageSrc {
    const { openImage } = this.#pdf as unknown as { openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc };
    return openImage.call(this.#pdf, Buffer.from(bytes));
  }

  #use({ size = 9.5, isBold = false }: Style): void {
    this.#pdf.font(isBold ? 'bold' : 'plain').fontSize(size);
  }

  #has(character: string): boolean {
    const { font } = (this.#pdf as unknown as { _font: FontInUse })._font;
    return font.hasGlyphForCodePoint(character.codePointAt(0)!);
  }

  #widthOf(text: string): number {
    return this.#pdf.widthOfString(text, shapingOf(text));
  }

  #linesOf(text: string, width: number): string[] {
    const shown = withoutLacking(text, (character) => this.#has(character));
    this.#isLacking ||= shown.includes(LACKING) && !text.includes(LACKING);
    return shown.split(/\r?\n/).flatMap((paragraph) => {
      const lines: string[] = [];
      let line = '';
      let taken = 0;
      for (const word of paragraph.split(/(?<=\s)/).flatMap((each) => this.#piecesOf(each, width))) {
        if (line !== '' && taken + this.#widthOf(word.trimEnd()) > width) {
          lines.push(line.trimEnd());
          [line, taken] = ['', 0];
        }
        line += word;
        taken += this.#widthOf(word);
      }
      return [...lines, line.trimEnd()];
    });
  }

  #piecesOf(word: string, width: number): string[] {
    if (word.length <= LONGEST_PIECE || this.#widthOf(word) <= width) return [word];
    return word.match(new RegExp(`.{1,${LONGEST_PIECE}}`, 'gsu')) ?? [word];
  }
}

/** Words from left to right are laid out one by one and remembered; a run from right to left is laid out as a whole. */
const shapingOf = (text: string) => (isFromRight(text) ? { features: [] } : {});

const NOTE: Style = { size: 8, isGrey: true };
