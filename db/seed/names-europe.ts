import type { NameList } from './name-list.ts'

/** Names from continental Europe. */
export const europeanNames: NameList[] = [
  {
    weight: 70,
    country: 'DE',
    first: `Jürgen Käthe Günther Sören Björn Annette Lieselotte Maximilian Leonie Jörg Bärbel Uwe Anke Thorsten Svenja Matthias Ulrike Götz Änne Felix Marlene Heike Till Rüdiger`,
    last: `Müller Schröder Weiß Groß Krüger Böhm Jäger Köhler Schäfer Großmann Vogelsang von_Arnim Schönfeld Lehmann Zimmermann Brandt Hübner Voß
      Fröhlich Wächter Kühn Steinmetz Weißgerber Meyer-Landrut Ostermann Süß`,
  },
  {
    weight: 55,
    country: 'FR',
    first: `Chloé Anaïs Zoé Élodie François Jérôme Loïc Benoît Thérèse Aurélien Hélène Gaëlle Rémi Noël Solène Cédric Maëlys Guillaume Inès Théo Agnès Clémence`,
    last: `Lefèvre Dubois Béranger D'Aubigné Lemaître Château Garçon Delacroix Fontaine Rousseau Sauvé Mercier Blanchard Guérin Besançon Le_Goff
      Kerouédan Moreau Desrosiers Beaumont Français Hervé`,
  },
  {
    weight: 55,
    country: 'PL',
    first: `Łukasz Małgorzata Paweł Zofia Grażyna Michał Agnieszka Krzysztof Wojciech Żaneta Stanisława Bartłomiej Kinga Sławomir Jagoda Mateusz Wiesława Zbigniew Rafał Bożena`,
    last: `Wiśniewski Wójcik Kamiński Dąbrowska Zieliński Szymańska Woźniak Kozłowski Jabłońska Mazur Krawczyk Piotrowska Grabowski Nowakowska
      Pawłowski Michalska Święcicki Żurawska Łuczak Błaszczyk Źródłowski`,
  },
  {
    weight: 35,
    country: 'IT',
    first: `Giulia Chiara Niccolò Alessandro Beniamino Francesca Ilaria Lorenzo Noè Rosalia Salvatore Ornella Raffaele Vittoria Giosuè Concetta`,
    last: `Rossi Esposito Bianchi Ricci D'Angelo De_Luca Caruso Lo_Presti Bellini Fabbri Cattaneo Nicolò Santoro Zanetti Pellegrini Montanari`,
  },
  {
    weight: 25,
    country: 'SE',
    first: `Åsa Björn Märta Göran Linnéa Håkan Sölve Maj-Britt Östen Ingrid Anders Kerstin Sigrun Bjarne Øyvind Søren Þóra Ragnhild Kåre Guðrún`,
    last: `Åkerström Lindström Sjöberg Öberg Hägglund Björklund Nyström Ekström Strømberg Hansen Ødegård Jørgensen Kjærsgaard Sigurðardóttir Þórðarson Wallin`,
  },
  {
    weight: 25,
    country: 'UA',
    first: `Олена/olena Тарас/taras Оксана/oksana Богдан/bohdan Соломія/solomiia Юрій/yurii Наталія/nataliia Остап/ostap Ірина/iryna Василь/vasyl`,
    last: `Шевченко/shevchenko Коваленко/kovalenko Бондаренко/bondarenko Ткачук/tkachuk Мельник/melnyk Гончарук/honcharuk Лисенко/lysenko Савчук/savchuk Їжакевич/yizhakevych`,
  },
  {
    weight: 15,
    country: 'RU',
    first: `Дмитрий/dmitry Анна/anna Сергей/sergey Екатерина/ekaterina Алексей/alexey Светлана/svetlana Фёдор/fyodor Людмила/lyudmila`,
    last: `Лебедева/lebedeva Соколов/sokolov Орлова/orlova Королёв/korolyov Зайцева/zaitseva Воробьёв/vorobyov Журавлёв/zhuravlyov Тихонова/tikhonova`,
  },
  {
    weight: 40,
    country: 'TR',
    first: `Ayşe Mehmet Çağla Işıl Gökhan Şule Ömer Ünal Tuğçe Barış Gülşen Kıvanç İbrahim Müge Oğuz Özlem Serkan Doğan Elif Nazlı`,
    last: `Yılmaz Kaya Şahin Çelik Öztürk Aydın Arslan Doğan Kılıç Çetin Koç Erdoğdu Güneş Işık Türkoğlu Bozkurt Özdemir Yıldırım Ünsal`,
  },
]
