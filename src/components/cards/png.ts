import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const compress = promisify(deflate);

/**
 * Encodes an opaque picture as a PNG without filters. For flat colours, that is a third smaller than resvg's output.
 * @param pixels RGBA, row by row.
 */
export async function encodePng(picture: {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}): Promise<Buffer> {
  const { width, height, pixels } = picture;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per channel; red, green and blue.
  header.set([8, 2], 8);
  // Each row begins with its filter type. 0: none.
  const rowLength = 1 + width * 3;
  const rows = new Uint8Array(height * rowLength);
  for (let y = 0; y < height; y++) {
    let to = y * rowLength + 1;
    for (let from = y * width * 4; from < (y + 1) * width * 4; from += 4) {
      rows[to++] = pixels[from] ?? 0;
      rows[to++] = pixels[from + 1] ?? 0;
      rows[to++] = pixels[from + 2] ?? 0;
    }
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', await compress(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
