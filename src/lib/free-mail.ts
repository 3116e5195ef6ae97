/** Domains of free mail providers. They do not identify an account. */
const domains: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.de hotmail.fr hotmail.co.uk live.com live.de live.fr msn.com yahoo.com yahoo.de yahoo.fr
  yahoo.co.uk yahoo.co.jp yahoo.it yahoo.es ymail.com rocketmail.com icloud.com me.com mac.com aol.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de
  t-online.de freenet.de arcor.de posteo.de mailbox.org proton.me protonmail.com pm.me tutanota.com tuta.com fastmail.com zoho.com mail.com
  yandex.ru yandex.com mail.ru bk.ru list.ru inbox.ru rambler.ru qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it bluewin.ch telenet.be skynet.be ziggo.nl kpnmail.nl
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net btinternet.com sky.com virginmedia.com ntlworld.com
  shaw.ca rogers.com sympatico.ca bigpond.com optusnet.com.au uol.com.br bol.com.br terra.com.br wp.pl o2.pl onet.pl interia.pl seznam.cz
  email.cz centrum.cz abv.bg hey.com duck.com`.split(/\s+/),
);

export const isFreeMail = (domain: string): boolean => domains.has(domain);
