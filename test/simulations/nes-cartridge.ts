// A cartridge for a Nintendo Entertainment System, made here so that it is free: a dot that the pad moves left and right,
// and that a shift register throws up and down. Bytes of 6502 code with the instructions beside them.

/** Where the program's sixteen kilobytes lie in the console's memory. */
const origin = 0xc000;
const programBytes = 16_384;
const pictureBytes = 8192;

/** Addresses in the console's memory. */
export const memory = { buttons: 0x00, x: 0x10, shifted: 0x11, y: 0x12, frames: 0x13 } as const;

const reset = (seed: number) => [
  [0x78], //                  sei
  [0xd8], //                  cld
  [0xa2, 0xff], //            ldx #$ff
  [0x9a], //                  txs
  [0xa9, seed], //            lda #seed
  [0x85, memory.shifted], //  sta shifted
  [0xa9, 0x80], //            lda #128
  [0x85, memory.x], //        sta x
  [0x2c, 0x02, 0x20], //      bit $2002        wait for the picture to end, twice
  [0x10, 0xfb], //            bpl -5
  [0x2c, 0x02, 0x20], //      bit $2002
  [0x10, 0xfb], //            bpl -5
  [0xa9, 0x80], //            lda #$80
  [0x8d, 0x00, 0x20], //      sta $2000        interrupt at the end of each picture
  [0xa9, 0x1e], //            lda #$1e
  [0x8d, 0x01, 0x20], //      sta $2001        show pictures
];

const everyFrame = [
  [0xa9, 0x01], //            lda #1
  [0x8d, 0x16, 0x40], //      sta $4016        read the pad
  [0xa9, 0x00], //            lda #0
  [0x8d, 0x16, 0x40], //      sta $4016
  [0xa2, 0x08], //            ldx #8
  [0xad, 0x16, 0x40], //      lda $4016        eight buttons, the last is bit 0
  [0x4a], //                  lsr
  [0x26, memory.buttons], //  rol buttons
  [0xca], //                  dex
  [0xd0, 0xf7], //            bne -9
  [0xa5, memory.buttons], //  lda buttons
  [0x29, 0x01], //            and #1
  [0xf0, 0x02], //            beq +2
  [0xe6, memory.x], //        inc x            right
  [0xa5, memory.buttons], //  lda buttons
  [0x29, 0x02], //            and #2
  [0xf0, 0x02], //            beq +2
  [0xc6, memory.x], //        dec x            left
  [0xa5, memory.shifted], //  lda shifted
  [0x0a], //                  asl
  [0x90, 0x02], //            bcc +2
  [0x49, 0x1d], //            eor #$1d
  [0x85, memory.shifted], //  sta shifted
  [0x45, memory.x], //        eor x
  [0x85, memory.y], //        sta y
  [0xe6, memory.frames], //   inc frames
  [0xa5, memory.x], //        lda x
  [0x8d, 0x03, 0x02], //      sta $0203        where the dot is drawn
  [0xa5, memory.y], //        lda y
  [0x8d, 0x00, 0x02], //      sta $0200
  [0xa9, 0x02], //            lda #2
  [0x8d, 0x14, 0x40], //      sta $4014
  [0x40], //                  rti
];

/** The cartridge as an iNES file. `seed` (1 to 255) is what the shift register begins with. */
export function makeCartridge(seed: number): Uint8Array {
  const start = reset(seed).flat();
  const loop = origin + start.length;
  const frame = loop + 3;
  const [low, high] = [(address: number) => address & 255, (address: number) => address >> 8];
  const program = new Uint8Array(programBytes);
  program.set([...start, 0x4c, low(loop), high(loop), ...everyFrame.flat()]);
  // Where the console goes when a picture ends, when it is switched on, and when it is interrupted.
  program.set([low(frame), high(frame), low(origin), high(origin), low(frame), high(frame)], programBytes - 6);
  const picture = Uint8Array.from({ length: pictureBytes }, (_, index) => (index * 7) & 255);
  const header = [..."NES\u001a"].map((letter) => letter.charCodeAt(0));
  return Uint8Array.from([...header, 1, 1, ...new Array(10).fill(0), ...program, ...picture]);
}
